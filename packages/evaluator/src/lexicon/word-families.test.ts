import { describe, expect, it } from 'vitest'
import { readText } from '../text/read-text.ts'
import families from './families.json' with { type: 'json' }
import { lexiconLanguages, type LexiconLanguage } from './lexicon-languages.ts'
import { familiesIn, familyExpression } from './word-families.ts'

const says = (family: string, prompt: string, language: LexiconLanguage) =>
  new RegExp(familyExpression(family, language) ?? '$^', 'iu').test(readText(prompt, language).flat)

describe('a family of words', () => {
  it('has words in every language', () => {
    const poor = Object.entries(families).filter(([, family]) =>
      lexiconLanguages.some((language) => family[language].filter((word) => word.trim() !== '').length === 0),
    )
    expect(poor).toEqual([])
  })

  it('is named by a task with one word and said by a prompt with another', () => {
    expect(familiesIn(readText('rain plan', 'en'))).toContain('rain')
    expect(says('rain', 'and what we do if it is wet', 'en')).toBe(true)
    expect(says('rain', 'and what we eat', 'en')).toBe(false)
  })

  it.each([
    ['es', 'un plan si llueve'],
    ['fr', 'et s’il pleut ?'],
    ['pt', 'se chover, o que fazemos'],
    ['tr', 'yağmur yağarsa'],
    ['ua', 'якщо буде дощ'],
    ['ko', '비가 오면 어디로'],
    ['ja', '雨のとき'],
  ] as const)('is said in %s: "%s"', (language, prompt) => {
    expect(says('rain', prompt, language)).toBe(true)
  })

  it('does not find a word of one letter in others', () => {
    expect(says('medicine', '예약을 바꿔 주세요', 'ko')).toBe(false)
    expect(says('medicine', '약은 하루 두 번', 'ko')).toBe(true)
    expect(says('child', 'the boyish style', 'en')).toBe(false)
  })
})
