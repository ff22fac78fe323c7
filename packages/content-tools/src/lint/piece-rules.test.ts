import { describe, expect, it } from 'vitest'
import { type Finding, type Piece } from './pieces.ts'
import { checkLanguage, checkMarkdown, findOtherLanguage } from './check-language.ts'
import { checkEnglish, checkQuotes } from './check-english.ts'
import { checkReading } from './check-questions.ts'
import { checkAltText, checkEvergreen, checkGlossary, checkTypography } from './check-text.ts'

const piece = (text: string, more: Partial<Piece> = {}): Piece => ({
  file: 'l01/en.md',
  line: 10,
  language: 'en',
  key: 'body',
  kind: 'page',
  text,
  ...more,
})

const brief = (findings: Finding[]) => findings.map(({ level, file, line, what }) => `${level} ${file}:${line} ${what}`)
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 8 === 7 ? 'tea.' : 'tea')).join(' ')

describe('Markdown', () => {
  it.each([
    ['One.\n\nA <b>bold</b> word', 'error l01/en.md:12 <b> is raw HTML'],
    ['One.\n\n![cat](cat.png)', 'error l01/en.md:12 The text has a picture'],
    ['[here](javascript:alert)', 'error l01/en.md:10 The link javascript:alert is not allowed'],
    ['See [it][1].\n\n[1]: data:text/html,x', 'error l01/en.md:12 The link data:text/html,x is not allowed'],
  ])('rejects %j', (text, expected) => {
    expect(brief(checkMarkdown(piece(text)))).toContain(expected)
  })

  it('counts the lines of a long task text from the line after its key', () => {
    const found = checkMarkdown(piece('One.\n\n<i>two</i>', { key: 'full', kind: 'prompt' }))
    expect(found[0]?.line).toBe(13)
  })

  it('accepts allowed links, relative links and code', () => {
    const text = '[a](https://a.example) [b](/courses) [c](mailto:a@b.example) `<b>` and 3 < 4'
    expect(checkMarkdown(piece(text))).toEqual([])
  })
})

const sentences: Record<string, string> = {
  en: 'This is the text that you read on your phone, and it is not in another language, so the check has nothing to say about it. What do you think of that?',
  es: 'Este es el texto que lees en tu teléfono, y no está en otra lengua, así que la revisión no tiene nada que decir. Lo que piensas de eso es para otra lección, con las tareas del día.',
  fr: 'Voici le texte que vous lisez sur votre téléphone, et il est dans la bonne langue, donc la vérification est contente. Dans les leçons, vous avez des tâches pour le jour, avec des exemples.',
  pt: 'Este é o texto que você lê no seu telefone, e não está em outra língua, por isso a revisão não tem nada para dizer. As tarefas do dia são para você, com os exemplos da lição.',
  tr: 'Bu, telefonda okuduğunuz metin ve başka bir dilde değil, çünkü bu kontrol için çok önemli. Her ders için bir örnek ve bir görev var, ama siz de kendi örneğinizi yazın, daha iyi olur, bu sizin için ne demek?',
  ua: 'Це текст, який ви читаєте на телефоні, і він не іншою мовою.',
  ko: '이것은 휴대전화에서 읽는 글이며 다른 언어가 아닙니다.',
  ja: 'これは電話で読む文章で、ほかの言語ではありません。',
}

describe('language', () => {
  it.each(Object.keys(sentences))('recognizes %s', (language) => {
    expect(findOtherLanguage(sentences[language] ?? '', language)).toBeNull()
  })

  it.each(
    Object.keys(sentences).flatMap((own) =>
      Object.keys(sentences).flatMap((other) => (own === other ? [] : [[own, other] as const])),
    ),
  )('detects, in a file in %s, a block in %s', (own, other) => {
    const [finding] = checkLanguage(piece(sentences[other] ?? '', { language: own }))
    expect(finding).toMatchObject({ level: 'error', file: 'l01/en.md', line: 10 })
  })

  it('does not mistake Spanish with many short words for Turkish', () => {
    const text =
      'Nada de nombres de clientes, ni de jefes, ni números de cuenta, ni datos de salud, ni fotos de hijos, ni claves de acceso, ni copias de contratos. Mi consejo: di mi puesto.'
    expect(findOtherLanguage(text, 'es')).toBeNull()
  })

  it('does not mistake Turkish with many short words for Portuguese', () => {
    const text =
      'Sen de ben de o da biliyoruz: evde da okulda da işte de sorular sorulur, cevaplar da verilir, notlar da tutulur, ne zaman ne yapılacağı da, kime sorulacağı da yazılır.'
    expect(findOtherLanguage(text, 'tr')).toBeNull()
  })

  it('distinguishes Russian from Ukrainian', () => {
    expect(findOtherLanguage('Это было вы и мы', 'ua')).toBe('Russian')
  })
})

describe('reading', () => {
  it('warns about long sentences, long words and frequent passive voice', () => {
    const long = `${Array.from({ length: 24 }, () => 'tea').join(' ')}. ${words(48)}`
    expect(brief(checkReading(piece(long)))[0]).toContain('A sentence has 24 words')
    const hard = Array.from({ length: 14 }, () => 'We like extraordinarily complicated vocabulary.').join(' ')
    expect(brief(checkReading(piece(hard)))).toContain('warning l01/en.md:10 60 % of the words are long')
    const passive = Array.from({ length: 16 }, () => 'The tea was poured then.').join(' ')
    expect(brief(checkReading(piece(passive)))).toContain('warning l01/en.md:10 16 of 16 sentences are passive')
  })

  it('accepts lists, tables and plain sentences of the right size', () => {
    const rows = Array.from({ length: 8 }, () => '| green tea | three minutes in hot water |').join('\n')
    expect(checkReading(piece(`| Tea | Time |\n|---|---|\n${rows}\n\n- ${words(14)}`))).toEqual([])
  })
})

describe('English', () => {
  it.each([
    ['The colour of tea', 'says “colour”'],
    ['We recognised it.', 'says “recognised”'],
    ['A sceptical guest', 'says “sceptical”'],
    ['It counts towards lunch.', 'says “towards”'],
    ['We mailed a link.', 'says “mailed”'],
    ['Every mail has one.', 'says “mail”'],
    ['Your e-mail arrived.', 'says “e-mail”'],
    ['Somebody called.', 'says “Somebody”'],
    ['Go on where you stopped.', 'says “where you stopped”'],
  ])('warns about %j', (text, what) => {
    expect(brief(checkEnglish(piece(text)))).toEqual([`warning l01/en.md:10 body ${what}`])
  })

  it('accepts curly quotes, code, emails and mail on paper', () => {
    const text = 'Don’t write “email” as `"e-mail"`. Your email and your mailbox wait for the mail carrier.'
    expect(checkEnglish(piece(text))).toEqual([])
    expect(checkEnglish(piece('L’e-mail de somebody', { language: 'fr' }))).toEqual([])
  })
})

describe('quotes', () => {
  it.each([
    ['en', "Don't worry."],
    ['fr', "L'eau est chaude."],
    ['ua', "Ім'я не потрібне."],
    ['ja', '"お茶"と書きます。'],
  ])('warns about straight ones in %s', (language, text) => {
    expect(brief(checkQuotes(piece(text, { language })))).toEqual([
      expect.stringMatching(/^warning l01\/en\.md:10 body has a straight ["']$/),
    ])
  })

  it('accepts curly ones, code, and what the checklist compares with typed prompts', () => {
    expect(checkQuotes(piece('L’eau : `"tea"`\n\n```\n{"tea": 1}\n```', { language: 'fr' }))).toEqual([])
    expect(checkQuotes(piece("don't | do not", { key: 'point.no.phrases' }))).toEqual([])
  })
})

describe('evergreen, alternative text, typography, glossary', () => {
  it.each([
    ['Ask ChatGPT for help.', '"ChatGPT" names a product'],
    ['The latest assistants do it.', '"latest" will be old soon'],
    ['In 2024 it was new.', '"2024" names a year'],
  ])('warns about %j', (text, expected) => {
    expect(brief(checkEvergreen(piece(text)))).toEqual([`warning l01/en.md:10 body: ${expected}`])
  })

  it.each([
    ['en', 'Ask Llama for help.', 1],
    ['en', 'Feed the llama.', 0],
    ['es', 'Pregunta a Llama 3.', 1],
    ['es', 'Se llama Ana. Llama a Ana.', 0],
  ])('distinguishes, in %s, a product from a common word: %s', (language, text, count) => {
    expect(checkEvergreen(piece(text, { language }))).toHaveLength(count)
  })

  it('accepts a year in a task, which needs its facts', () => {
    expect(checkEvergreen(piece('The picnic of 2019', { kind: 'prompt', key: 'full' }))).toEqual([])
  })

  it('requires alternative texts that are short and without "picture of"', () => {
    expect(checkAltText(piece('A picture of a cup', { key: 'imageAlt' }))).toHaveLength(1)
    expect(checkAltText(piece('x'.repeat(121), { key: 'imageAlt' }))).toHaveLength(1)
    expect(checkAltText(piece('A cup of tea', { key: 'imageAlt' }))).toEqual([])
  })

  it.each([
    ['fr', 'Vraiment?', 'Vraiment\u202F?'],
    ['es', 'Hola. Qué tal?', 'Hola. ¿Qué tal?'],
    ['es', 'Muy bien!', '¡Muy bien!'],
    ['ja', 'そうです.', 'そうです。'],
  ])('knows the typography of %s: %s', (language, wrong, right) => {
    expect(checkTypography(piece(wrong, { language }))).toHaveLength(1)
    expect(checkTypography(piece(right, { language }))).toEqual([])
  })

  it('warns about forms that the glossary avoids, as whole words', () => {
    const terms = [{ term: 'assistant', word: 'assistant', definition: 'It answers.', avoid: ['bot'] }]
    const glossaries = new Map([['en', { terms }]])
    expect(brief(checkGlossary(piece('Ask the bot.'), glossaries))).toEqual(['warning l01/en.md:10 body says "bot"'])
    expect(checkGlossary(piece('Both bottles.'), glossaries)).toEqual([])
  })
})
