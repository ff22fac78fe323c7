import { expect, it } from 'vitest'
import { isDeletionWord } from './use-deletion.ts'

it.each([
  ['GOODBYE', 'GOODBYE', 'en', true],
  [' GOODBYE ', 'GOODBYE', 'en', true],
  ['DELETE', 'ADIEU', 'fr', true],
  ['goodbye', 'GOODBYE', 'en', false],
  ['delete', 'ADIEU', 'fr', false],
  ['adieu ', 'ADIEU', 'fr', true],
  ['ADIÓS', 'ADIOS', 'es', true],
  ['a\u0301deus', 'ADEUS', 'pt', true],
  ['buvayte', 'БУВАЙТЕ', 'uk', false],
  ['бувайте', 'БУВАЙТЕ', 'uk', true],
  ['elveda', 'ELVEDA', 'tr', true],
  ['さようなら　', 'さようなら', 'ja', true],
  ['\u1112\u1161\u1102\u1167\u11bc', '하녕', 'ko', true],
  ['', 'ADIEU', 'fr', false],
  ['ADIEUX', 'ADIEU', 'fr', false],
])('%j with the prompt %s (%s): %s', (typed, word, locale, isRight) => {
  expect(isDeletionWord(typed, word, locale)).toBe(isRight)
})
