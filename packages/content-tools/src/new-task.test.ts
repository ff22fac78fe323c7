import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeTask } from '@kitewise/content/answers'
import type { Catalog } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { type Language, languages } from '@kitewise/evaluator/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeContentFolder, readSample } from '../../content/src/test-support/content-folder.ts'
import { checkContent } from './lint/check-content.ts'
import { reserveIds, writeCovers } from './lint/write-generated.ts'

/** A lesson with only YAML points and text, in eight languages. */
const lesson = 'courses/tea/lessons/l03-party'
const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../content/src/test-support/new-task', name), 'utf8')

const changes = {
  'locales.yml': `fallback: en\nlanguages: [${languages.join(', ')}]\n`,
  'courses/tea/course.yml': readSample('courses/tea/course.yml').replace('[tea.l01,', '[tea.l03, tea.l01,'),
  ...Object.fromEntries(
    ['lesson.yml', ...languages.map((code) => `${code}.md`)].map((name) => [`${lesson}/${name}`, read(name)]),
  ),
}

let folder: string
let remove: () => void
let catalog: Catalog

beforeAll(() => {
  ;({ folder, remove } = makeContentFolder(changes))
  catalog = loadContent(folder)
})
afterAll(() => remove())

const taskIn = (language: Language) => {
  const found = catalog.findPractice('tea.l03.f3.p1')
  if (found?.practice.type !== 'PROMPT_CREATION') throw new Error('the new task was not loaded')
  return describeTask(found.course, found.practice, language)
}

const evaluate = (language: Language, prompt: string) => evaluatePrompt({ task: taskIn(language), prompt, language })

const statesOf = ({ points }: ReturnType<typeof evaluate>) =>
  Object.fromEntries(points.map(({ id, state }) => [id, state]))

type Prompts = {
  /** Says every point; the date is between the markers. */
  full: string
  /** Says neither the date nor that it's a surprise. */
  partial: string
  /** Another date, and the task's date as in the suggestion. */
  dates: [string, string]
  money: string
}

const prompts: Record<Language, Prompts> = {
  en: {
    full: 'What could we do for her? Please suggest four ideas for «14 September», in the yard. We have 60 euros. She must not find out.',
    partial: 'Suggest four ideas for our party in the yard, please. We have 60 euros',
    dates: ['15 September', '14 September'],
    money: '60 euros',
  },
  es: {
    full: 'Propón cuatro ideas para celebrar en el patio el «14 de septiembre». Tenemos 60 euros. Ella no debe enterarse.',
    partial: 'Propón cuatro ideas para celebrar en el patio. Tenemos 60 euros',
    dates: ['15 de septiembre', '14 de septiembre'],
    money: '60 euros',
  },
  fr: {
    full: 'Propose quatre idées pour faire la fête dehors le «14 septembre». On a 60 euros. Elle ne doit rien savoir.',
    partial: 'Propose quatre idées pour faire la fête dehors. On a 60 euros',
    dates: ['15 septembre', '14 septembre'],
    money: '60 euros',
  },
  pt: {
    full: 'Sugira quatro ideias para comemorar no pátio em «14 de setembro». Temos 60 euros. Ela não pode saber.',
    partial: 'Sugira quatro ideias para comemorar no pátio. Temos 60 euros',
    dates: ['15 de setembro', '14 de setembro'],
    money: '60 euros',
  },
  tr: {
    full: 'Komşumuz için «14 Eylül» günü avluda kutlama yapacağız, dört fikir önerir misin? 60 avro bütçemiz var. Sürpriz olacak.',
    partial: 'Komşumuz için avluda kutlama yapacağız, dört fikir önerir misin? 60 avro bütçemiz var',
    dates: ['15 Eylül', '14 Eylül'],
    money: '60 avro',
  },
  ua: {
    full: 'Запропонуй чотири ідеї, як відсвяткувати у дворі «14 вересня». У нас є 60 євро. Вона нічого не знає.',
    partial: 'Запропонуй чотири ідеї, як відсвяткувати у дворі. У нас є 60 євро',
    dates: ['15 вересня', '14 вересня'],
    money: '60 євро',
  },
  ko: {
    full: '«9월 14일» 저녁에 마당에서 축하하려고 해요. 아이디어 네 가지만 추천해 주세요. 60유로 있어요. 비밀이에요.',
    partial: '마당에서 축하하려고 해요. 아이디어 네 가지만 추천해 주세요. 60유로 있어요',
    dates: ['9월 15일', '9월 14일'],
    money: '60유로',
  },
  ja: {
    full: '「9月14日」の夜に中庭でお祝いをします。アイデアを四つ提案してください。お金は60ユーロあります。秘密です。',
    partial: '中庭でお祝いをします。アイデアを四つ提案してください。お金は60ユーロあります',
    dates: ['9月15日', '9月14日'],
    money: '60ユーロ',
  },
}

const withDate = ({ full }: Prompts, date: string | null = null) =>
  full.replace(/[«「](.*?)[»」]/, (_, own: string) => date ?? own)

describe('new task in eight languages, from YAML and text only', () => {
  it('passes the content check once its cover is drawn', () => {
    writeCovers(folder, (file) => file.includes('l03-party'))
    reserveIds(folder, (file) => file.includes('l03-party'))
    const found = checkContent(folder, Date.parse('2026-11-20'), { isSelected: (file) => file.includes('l03-party') })
    expect(found.filter(({ level }) => level === 'error')).toEqual([])
  })

  describe.each(languages)('in %s', (language) => {
    const { partial, dates, money } = prompts[language]
    const { points, texts } = {
      points: ['ideas', 'four', 'budget', 'day', 'secret'],
      texts: () => taskIn(language).texts,
    }

    it('passes a complete prompt and shows its answer', () => {
      const prompt = withDate(prompts[language])
      const evaluation = evaluate(language, prompt)
      expect(statesOf(evaluation)).toEqual(Object.fromEntries(points.map((id) => [id, 'found'])))
      expect(evaluation).toMatchObject({ score: '5', gate: null, taskLanguage: language, recommendedPrompt: prompt })
      expect(evaluation.answer.map(({ text }) => text)).toEqual(points.map((id) => texts().points[id]?.answer))
      const budget = evaluation.points.find(({ id }) => id === 'budget')
      expect(budget?.name).toBe(texts().points['budget']?.name)
      expect(budget?.spans.map(([from, to]) => prompt.slice(from, to))).toEqual([money])
    })

    it('names what is missing, shows the consequence and adds it', () => {
      const evaluation = evaluate(language, partial)
      const { day, secret } = texts().points
      expect(statesOf(evaluation)).toEqual({
        ideas: 'found',
        four: 'found',
        budget: 'found',
        day: 'missing',
        secret: 'missing',
      })
      expect(evaluation.score).toBe('3')
      expect(evaluation.comment).toContain(day?.hint)
      expect(evaluation.answer.filter(({ suffers }) => suffers).map(({ text }) => text)).toEqual([
        day?.without,
        secret?.without,
      ])
      const [stop, glue] = language === 'ja' ? ['。', ''] : ['.', ' ']
      expect(evaluation.recommendedPrompt).toBe([`${partial}${stop}`, day?.add, secret?.add].join(glue))
    })

    it("replaces a different date with the task's date", () => {
      const [wrong, right] = dates
      const evaluation = evaluate(language, withDate(prompts[language], wrong))
      expect(statesOf(evaluation)).toMatchObject({ day: 'wrong', ideas: 'found', secret: 'found' })
      expect(evaluation.points.find(({ id }) => id === 'day')?.note).toContain(wrong)
      expect(evaluation.recommendedPrompt).toBe(withDate(prompts[language], right))
    })
  })
})
