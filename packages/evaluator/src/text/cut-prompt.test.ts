import { constantFrom, array, assert, property } from 'fast-check'
import { expect, it } from 'vitest'
import { cutPrompt, longestPrompt } from './cut-prompt.ts'

it('leaves a prompt alone that is no longer than 2,000 characters', () => {
  const prompt = 'Schreib fünf Sätze. '.repeat(100)
  expect(prompt).toHaveLength(longestPrompt)
  expect(cutPrompt(prompt)).toBe(prompt)
  expect(cutPrompt(`${prompt}x`)).toBe(prompt)
})

it('never gives more to read than 2,000 characters, whatever signs stand for', () => {
  const signs = constantFrom('a', ' ', '\uFDFA', '\u3316', '…', '😀', '가', 'e\u0301')
  assert(
    property(array(signs, { minLength: 1, maxLength: 4 }), (some) => {
      const prompt = some.join('').repeat(2_000)
      const kept = cutPrompt(prompt)
      expect(prompt.startsWith(kept)).toBe(true)
      expect(kept.normalize('NFKC').length).toBeLessThanOrEqual(longestPrompt)
      expect(kept.length).toBeGreaterThan(100)
    }),
  )
})
