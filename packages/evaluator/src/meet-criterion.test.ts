import { describe, expect, it } from 'vitest'
import { meetCriterion } from './meet-criterion.ts'
import type { Criterion, RubricWithWords } from './rubric.ts'
import { readText } from './text/read-text.ts'
import type { LexiconLanguage } from './lexicon/lexicon-languages.ts'

function met(
  prompt: string,
  criterion: Partial<Criterion>,
  facts: Record<string, string[]> = {},
  language: LexiconLanguage = 'en',
) {
  const whole: Criterion = { id: 'one', level: 'must', weight: 1, ...criterion }
  const rubric: RubricWithWords = { criteria: [whole], words: { criteria: {}, facts } }
  return meetCriterion(readText(prompt, language), whole, rubric).met
}

describe('cues', () => {
  it.each([
    ['en', 'a mail of 80 words at most'],
    ['es', 'un correo de 80 palabras como mucho'],
    ['fr', 'un mail de 80 mots au plus'],
    ['pt', 'um e-mail de no máximo 80 palavras'],
    ['tr', 'en fazla 80 kelimelik bir e-posta'],
    ['ua', 'лист не більше 80 слів'],
    ['ko', '80자 이내 메일'],
    ['ja', '80字以内のメール'],
  ] as const)('find a length in %s', (language, prompt) => {
    expect(met(prompt, { cues: ['length'] }, {}, language)).toBe(1)
  })

  it('count a vague form half', () => {
    expect(met('a short mail', { cues: ['length'] })).toBe(0.5)
  })

  it.each([
    ['Write it without a table.', 'shape', 0],
    ['No sources needed, write a poem.', 'sources', 0],
    ['Show it in a table, no poem.', 'ask_for_table', 1],
    ['No fish, shopping list at the end.', 'ask_for_list', 1],
    ['Not too formal, please.', 'tone', 1],
    ['Do not invent anything.', 'no_invention', 1],
  ] as const)('respect a denial: "%s"', (prompt, concept, expected) => {
    expect(met(prompt, { cues: [concept] })).toBe(expected)
  })

  it('see a denial that follows, as in Japanese and Korean', () => {
    expect(met('表なしで短く書いてください', { cues: ['ask_for_table'] }, {}, 'ja')).toBe(0)
    expect(met('표로 정리해 주세요', { cues: ['ask_for_table'] }, {}, 'ko')).toBe(1)
  })

  it('need their word nearby when the rubric names one', () => {
    const criterion = { cues: ['ask_to_write' as const], near: ['mail', 'message'] }
    expect(met('Write a friendly mail to my client', criterion)).toBe(1)
    expect(met('Write a poem about kites', criterion)).toBe(0.5)
    expect(met('Tell me about kites', criterion)).toBe(0)
  })

  it('must stand in as many places as the rubric says', () => {
    const criterion = { re: ['no \\p{L}+'], atLeast: 2 }
    expect(met('A gift, no books and no wine.', criterion)).toBe(1)
    expect(met('A gift, no books.', criterion)).toBe(0.5)
  })
})

describe('facts', () => {
  const facts = { day: ['14 May', 'May 14', '14.5.'], room: ['room 204'], name: ['Novak'] }
  it.each([
    ['the visit is on 14 May in room 204', 1],
    ['the visit is on May 14', 0],
    ['the visit is on 15 May', 0],
    ['tell ms novak about ROOM 204', 1],
  ])('"%s" gives %d with two of three needed', (prompt, expected) => {
    expect(met(prompt, { of: ['day', 'room', 'name'], needFacts: 2 }, facts)).toBe(expected)
  })

  it('are not found inside other numbers', () => {
    expect(met('room 2041', { of: ['room'] }, { room: ['204'] })).toBe(0)
    expect(met('at 16h', { of: ['hour'] }, { hour: ['16'] })).toBe(1)
  })

  it('are found with the endings of the language', () => {
    expect(met('напиши Оленці про зустріч у бібліотеці', { of: ['place'] }, { place: ['бібліоте'] }, 'ua')).toBe(1)
    expect(met('도서관에서 만나요', { of: ['place'] }, { place: ['도서관'] }, 'ko')).toBe(1)
  })
})
