import { describe, expect, it } from 'vitest'
import { evaluatePrompt, type EvaluationInput } from './evaluate-prompt.ts'
import type { Language } from './lexicons/lexicon.ts'
import type { Point } from './task.ts'
import { makePoint, makeTask } from './test-support/make-task.ts'

const three = makePoint({ kind: 'count', is: 3, of: 'ideas' })
const place = makePoint({ kind: 'place' })
const task = makeTask([three, place], {
  texts: { count: { add: 'Give me exactly three ideas.' }, place: { add: 'I live in [your town].' } },
  in: { es: { count: { add: 'Dame exactamente tres ideas.' }, place: { add: 'Vivo en [tu ciudad].' } } },
})

const suggest = (prompt: string, input: Partial<EvaluationInput> = {}) =>
  evaluatePrompt({ task, prompt, language: 'en', ...input }).recommendedPrompt

describe('the suggestion', () => {
  it('is the prompt itself when it is complete', () => {
    expect(suggest('Three ideas in Porto, please')).toBe('Three ideas in Porto, please')
  })

  it("adds one sentence for each missing point to the learner's text", () => {
    expect(suggest('What could I do on Saturday?')).toBe(
      'What could I do on Saturday? Give me exactly three ideas. I live in [your town].',
    )
  })

  it('ends an unfinished sentence first', () => {
    expect(suggest('three ideas for saturday')).toBe('three ideas for saturday. I live in [your town].')
  })

  it('replaces a wrong value without adding a second sentence about it', () => {
    expect(suggest('Five ideas for Saturday in Porto.')).toBe('3 ideas for Saturday in Porto.')
  })

  it('replaces every occurrence of a wrong value', () => {
    expect(suggest('Five ideas in Porto. I said five ideas!')).toBe('3 ideas in Porto. I said 3 ideas!')
  })

  it('replaces the whole amount when the unit differs', () => {
    const own = makeTask([makePoint({ kind: 'duration', is: 25, unit: 'minutes' })])
    expect(suggest('Plan my evenings, half an hour each.', { task: own })).toBe('Plan my evenings, 25 minutes each.')
  })

  it('replaces information to withhold with something general', () => {
    const own = makeTask([makePoint({ kind: 'withhold' })], {
      texts: { withhold: { value: [['Nora']], instead: 'a friend' } },
    })
    expect(suggest('Nora sleeps badly. What helps Nora?', { task: own })).toBe(
      'a friend sleeps badly. What helps a friend?',
    )
  })

  it('leaves out points that the learner has marked', () => {
    const prompt = 'Three ideas, Hollow Bridge way.'
    const shown = [{ point: 'place', from: 13, to: 30 }]
    expect(suggest(prompt, { shown })).toBe(prompt)
  })

  it("is in the prompt's language if the lesson has it", () => {
    expect(suggest('¿Qué puedo hacer el sábado con mi hija?')).toBe(
      '¿Qué puedo hacer el sábado con mi hija? Dame exactamente tres ideas. Vivo en [tu ciudad].',
    )
  })

  it('consists of only the added sentences when no text is worth keeping', () => {
    expect(suggest('')).toBe('Give me exactly three ideas. I live in [your town].')
  })
})

const amounts: [Language, string, string[]][] = [
  ['es', 'Escribe algo para mí, por favor.', ['3 ideas', '60 palabras', '25 minutos', '13:00', '14 de junio']],
  ['fr', "Écris quelque chose pour moi, s'il te plaît.", ['3 idées', '60 mots', '25 minutes', '13:00', '14 juin']],
  [
    'pt',
    'Escreve alguma coisa para mim, por favor.',
    ['3 ideias', '60 palavras', '25 minutos', '13:00', '14 de junho'],
  ],
  ['tr', 'Benim için bir şeyler yaz lütfen.', ['3 fikir', '60 kelime', '25 dakika', '13:00', '14 Haziran']],
  ['ua', 'Напиши щось для мене, будь ласка.', ['3 ідеї', '60 слів', '25 хвилин', '13:00', '14 червня']],
  ['ko', '저를 위해 뭔가 써 주세요.', ['3가지', '60단어', '25분', '13:00', '6월 14일']],
  ['ja', '何か書いてください。', ['アイデア3個', '60語', '25', '13:00', '6月14日']],
]

describe('in a language without a lesson text', () => {
  const points: Point[] = [
    three,
    makePoint({ kind: 'length', is: 60, unit: 'words' }),
    makePoint({ kind: 'duration', is: 25, unit: 'minutes' }),
    makePoint({ kind: 'time', is: '13:00' }),
    makePoint({ kind: 'date', is: '06-14' }),
  ]

  it.each(amounts)("each kind's general sentences name the value with its unit: %s", (_, prompt, parts) => {
    const text = suggest(prompt, { task: makeTask(points), language: 'en' })
    expect(text.startsWith(prompt)).toBe(true)
    expect(parts.filter((part) => !text.includes(part))).toEqual([])
    expect(text).not.toMatch(/words|minutes\b(?<!25 minutes)|06-14|Added/)
  })
})
