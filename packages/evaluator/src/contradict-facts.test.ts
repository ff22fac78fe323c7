import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from './evaluate-prompt.ts'
import type { LexiconLanguage } from './lexicon/lexicon-languages.ts'
import type { RubricWithWords } from './rubric.ts'
import type { TaskWords } from './task-words.ts'

const picnic: TaskWords = {
  title: 'A picnic of the club',
  description: 'Ask for an invitation.',
  fullDescription:
    'Ms Ferro of the walking club writes: our picnic is on Sunday 14 June, 1 pm, Riverside Park, for 40 guests. Write a prompt for an invitation. Pass on the day, the hour, the place and the number of guests.',
}
const rubric: RubricWithWords = {
  minUnits: 8,
  facts: { day: {}, hour: {}, park: {}, guests: {} },
  criteria: [
    { id: 'task', level: 'must', weight: 2, cues: ['ask_to_write'] },
    { id: 'day', level: 'must', weight: 2, of: ['day'] },
    { id: 'hour', level: 'must', weight: 2, of: ['hour'] },
    { id: 'park', level: 'must', weight: 2, of: ['park'] },
    { id: 'guests', level: 'must', weight: 2, of: ['guests'] },
  ],
  words: {
    criteria: {},
    facts: { day: ['14 june', '14.6.', '14/6'], hour: ['1 pm', '13:00'], park: ['riverside'], guests: ['40', 'forty'] },
    model: 'Write an invitation from Ms Ferro: picnic on 14 June, 1 pm, Riverside Park, 40 guests.',
  },
  elsewhere: {
    es: { criteria: {}, facts: { day: ['14 de junio'], hour: ['13:00', 'a la 1'] } },
    fr: { criteria: {}, facts: { day: ['14 juin'], hour: ['13 ?h*'] } },
    pt: { criteria: {}, facts: { day: ['14 de junho'], hour: ['13 ?h*', '(as|da) 13'] } },
    tr: { criteria: {}, facts: { day: ['14 haziran*'], hour: ['saat 13*'] } },
    ua: { criteria: {}, facts: { day: ['14 червня'], hour: ['13:00', 'о 13'] } },
    ko: {
      criteria: {},
      facts: { day: ['6월 ?14일'], hour: ['(오후|낮) ?(1|한) ?시'], park: ['(공원)[^¶]{0,8}(에서)'] },
    },
    ja: { criteria: {}, facts: { day: ['6月 ?14日'], hour: ['午後1時'] } },
  },
}
const evaluate = (prompt: string, language: LexiconLanguage = 'en') =>
  evaluatePrompt({ task: picnic, rubric, prompt, language })
const unmet = (prompt: string, language: LexiconLanguage = 'en') =>
  evaluate(prompt, language)
    .criteria.filter(({ met }) => met === 0)
    .map(({ id }) => id)

describe('a fact of the task with another value', () => {
  const otherWeekday: readonly [LexiconLanguage, string][] = [
    ['en', 'Write an invitation: picnic on Saturday 14 June, 1 pm, Riverside Park, 40 guests.'],
    ['en', 'Write an invitation: picnic Saturday the 14.6. at 13:00, Riverside Park, forty guests.'],
    ['es', 'Escribe una invitación: picnic el sábado 14 de junio a la 1, Riverside Park, 40 personas.'],
    ['fr', 'Écris une invitation : pique-nique samedi 14 juin à 13 h, Riverside Park, 40 personnes.'],
    ['pt', 'Escreva um convite: piquenique no sábado, 14 de junho, às 13h, Riverside Park, 40 pessoas.'],
    ['tr', 'Bir davetiye yaz: piknik 14 Haziran Cumartesi, saat 13, Riverside Park, 40 kişi.'],
    ['ua', 'Напиши запрошення: пікнік у суботу 14 червня о 13:00, Riverside Park, 40 гостей.'],
    ['ko', '초대장을 써 주세요. 소풍은 6월 14일 토요일 오후 1시, Riverside Park, 40명이에요.'],
    ['ja', '招待状を書いてください。ピクニックは6月14日(土)午後1時、Riverside Park、40人です。'],
  ]
  it.each(otherWeekday)('a date with another weekday fails in %s: %s', (language, prompt) => {
    expect(unmet(prompt, language)).toEqual(['day'])
    expect(evaluate(prompt, language)).toMatchObject({ score: 2, pass: false })
  })

  it.each([
    ['day', 'Write an invitation: picnic on 15 June, 1 pm, Riverside Park, 40 guests.'],
    ['day', 'Write an invitation: picnic on 15.6. at 1 pm, Riverside Park, 40 guests.'],
    ['hour', 'Write an invitation: picnic on 14 June at three pm, Riverside Park, 40 guests.'],
    ['hour', 'Write an invitation: picnic on 14 June, 15:00, Riverside Park, 40 guests.'],
    ['guests', 'Write an invitation: picnic on 14 June, 1 pm, Riverside Park, 50 guests.'],
  ])('another number in the place of the %s fails: %s', (id, prompt) => {
    expect(unmet(prompt)).toEqual([id])
    expect(evaluate(prompt)).toMatchObject({ score: 2, pass: false })
  })

  it('in another language than the task too', () => {
    expect(evaluate('초대장을 써 주세요. 소풍은 6월 14일 오후 3시, Riverside Park, 40명이에요.', 'ko').score).toBe(2)
    expect(
      evaluate('Escreva um convite: piquenique, 15 de junho, às 13h, Riverside Park, 40 pessoas.', 'pt').score,
    ).toBe(2)
  })

  it('a fact that need not be said fails its criterion when it is said with another value', () => {
    const criteria = rubric.criteria.map(({ of, ...rest }) =>
      rest.id === 'guests' ? { ...rest, re: ['park'], given: of } : { ...rest, of },
    )
    const scored = (prompt: string) =>
      evaluatePrompt({ task: picnic, rubric: { ...rubric, criteria }, prompt, language: 'en' }).score
    const rest = 'Write an invitation: picnic on 14 June, 1 pm, Riverside Park'
    expect([scored(`${rest}.`), scored(`${rest}, 40 guests.`), scored(`${rest}, 50 guests.`)]).toEqual([5, 5, 2])
  })

  it('another person in the place of the only one with a title fails', () => {
    const rest = 'Write an invitation: picnic on 14 June, 1 pm, Riverside Park, 40 guests. It comes from'
    expect(evaluate(`${rest} Mrs Petersen.`)).toMatchObject({ score: 2, pass: false })
    expect(evaluate(`${rest} Mrs Ferro.`).score).toBe(5)
    expect(evaluate(`${rest} the club.`).score).toBe(5)
  })
})

describe('what only looks like another value', () => {
  it.each([
    'Write an invitation: picnic on 14 June, 1 pm, Riverside Park, 40 guests. Ask for a reply by Friday.',
    'Write an invitation: picnic on 14 June, reply by Friday, 1 pm, Riverside Park, 40 guests.',
    'Write an invitation: not Saturday but Sunday 14 June, 1 pm, Riverside Park, 40 guests.',
    'Write an invitation: picnic on 14 June, 1 pm, Riverside Park, 40 guests. End at 5 pm, reply by 10 June, 80 words.',
  ])('passes: %s', (prompt) => {
    expect(evaluate(prompt)).toMatchObject({ score: 5, pass: true })
  })

  it('is missing, not wrong, when nothing stands in its place', () => {
    expect(evaluate('Write an invitation: picnic on 14 June, Riverside Park, 40 guests, 5-7 sentences.').score).toBe(3)
    expect(
      evaluate('Write an invitation: picnic at 1 pm, Riverside Park, 40 guests, like last year, 2/3 of it outside.')
        .score,
    ).toBe(3)
  })

  it('is another person whom the author does not want passed on', () => {
    const silent = { ...rubric, words: { ...rubric.words, model: '' } }
    const prompt = 'Write an invitation: picnic on 14 June, 1 pm, Riverside Park, 40 guests. Notes: ask Dr Petersen.'
    expect(evaluatePrompt({ task: picnic, rubric: silent, prompt, language: 'en' }).score).toBe(5)
  })

  it('is missing, not wrong, where the form has digits of a class of letters', () => {
    const hour = ['saat (1|bir|13)(?![:.]?[0-9])']
    const tr = { criteria: {}, facts: { day: ['14 haziran*'], hour } }
    const prompt = 'Davetiye yaz: 14 Haziran pazar günü piknik, Riverside Park, 40 konuk.'
    const input = { task: picnic, rubric: { ...rubric, elsewhere: { tr } }, prompt, language: 'tr' }
    expect(evaluatePrompt(input).score).toBe(3)
    expect(evaluatePrompt({ ...input, prompt: `${prompt} saat 13` }).score).toBe(5)
  })

  it('is fine where the task has no facts to pass on', () => {
    const own = { ...rubric, criteria: rubric.criteria.slice(0, 1) }
    const prompt = 'Write an invitation: picnic on Saturday 14 June, 3 pm, from Mr Okoro.'
    expect(evaluatePrompt({ task: picnic, rubric: own, prompt, language: 'en' }).score).toBe(5)
  })
})
