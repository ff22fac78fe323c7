import { describe, expect, it } from 'vitest'
import { isSpray } from './spray-guard.ts'

const quiet = { inDay: 0, inHour: 0, inWeekBefore: 0, activeAccounts: 100 }

describe('failures of unknown devices', () => {
  it.each([
    ['nineteen accounts a day at a small place', { ...quiet, inDay: 19, inHour: 19 }, false],
    ['one more', { ...quiet, inDay: 20 }, true],
    ['fewer than one account in a thousand', { ...quiet, inDay: 499, activeAccounts: 500_000 }, false],
    ['one account in a thousand', { ...quiet, inDay: 500, activeAccounts: 500_000 }, true],
    ['less than five times the usual hour', { inDay: 49, inHour: 49, inWeekBefore: 1_680, activeAccounts: 1e6 }, false],
    ['five times the usual hour', { inDay: 50, inHour: 50, inWeekBefore: 1_680, activeAccounts: 1e6 }, true],
  ])('are told from an attack at %s', (_, failed, expected) => {
    expect(isSpray(failed, 20)).toBe(expected)
  })
})
