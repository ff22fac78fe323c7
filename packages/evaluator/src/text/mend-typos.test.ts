import { describe, expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { clientMail } from '../test-support/tasks.ts'
import { mendTypos } from './mend-typos.ts'
import { readText } from './read-text.ts'

const task = readText(clientMail.fullDescription, 'en')
const mend = (prompt: string, language: LexiconLanguage = 'en', expected: string[] = []) =>
  mendTypos(readText(prompt, language), task, expected)?.flat ?? null

describe('mending slips of the keyboard', () => {
  it.each([
    ['sugest a freindly mesage', 'en', 'suggest a friendly message'],
    ['escrive un mensage', 'es', 'escribe un mensaje'],
    ['напиши запрошеня', 'ua', 'напиши запрошення'],
  ] as const)('reads "%s" in %s as it was meant', (typed, language, meant) => {
    expect(mend(typed, language, ['запрошення'])).toBe(meant)
  })

  it('knows the words of the facts that are looked for', () => {
    expect(mend('by the botles', 'en', ['bottles'])).toBe('by the bottles')
  })

  it.each(['the guest is here', 'butter and cheese', 'my hotel', 'two questions'])('leaves "%s" as it is', (typed) => {
    expect(mend(typed)).toBeNull()
  })

  it('does not try Korean and Japanese', () => {
    expect(mend('메세지를 써줘요요', 'ko')).toBeNull()
  })
})
