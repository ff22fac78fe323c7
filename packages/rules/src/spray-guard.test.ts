import { describe, expect, it } from 'vitest'
import { isSpray } from './spray-guard.ts'

const quiet = { inDay: 0, inHour: 0, inWeekBefore: 0, activeAccounts: 100 }

describe('wrong PINs from unknown devices', () => {
  it.each([
    ['twenty a day at a small place', { ...quiet, inDay: 20, inHour: 20 }, false],
    ['one more', { ...quiet, inDay: 21 }, true],
    ['one for a thousand accounts', { ...quiet, inDay: 500, activeAccounts: 500_000 }, false],
    ['more than one for a thousand accounts', { ...quiet, inDay: 501, activeAccounts: 500_000 }, true],
    ['five times the usual hour', { inDay: 50, inHour: 50, inWeekBefore: 1_680, activeAccounts: 1e6 }, false],
    ['more than five times the usual hour', { inDay: 51, inHour: 51, inWeekBefore: 1_680, activeAccounts: 1e6 }, true],
  ])('are told from an attack at %s', (_, wrongPins, expected) => {
    expect(isSpray(wrongPins, 20)).toBe(expected)
  })
})
