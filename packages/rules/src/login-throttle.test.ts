import { array, assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountsPerNetwork,
  decideAttempt,
  deviceFailureLimit,
  isOutOfGuesses,
  isSpray,
  refundTally,
  type Tally,
  type TallyKind,
} from './login-throttle.ts'

const start = 1_800_000_000
const day = 86_400

/** The delays when every attempt comes as early as allowed. */
const waitsOf = (kind: TallyKind, attempts: number): number[] => {
  const waits: number[] = []
  let tally: Tally | null = null
  let now = start
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const decision = decideAttempt(kind, tally, now)
    if (!decision.allowed) throw new Error('asked too early')
    tally = decision.tally
    waits.push(tally.blockedUntil - now)
    now = tally.blockedUntil
  }
  return waits
}

describe('sign-in attempts', () => {
  it.each(['account', 'device'] as const)('make an %s wait 30 s, 5 min, 1 h, then a day each', (kind) => {
    expect(waitsOf(kind, 8)).toEqual([0, 0, 30, 300, 3_600, day, day, day])
  })

  it('are rejected with the remaining seconds, and a rejection is not counted', () => {
    const tally = { failures: 3, firstFailureAt: start, lastFailureAt: start, blockedUntil: start + 30 }
    expect(decideAttempt('account', tally, start + 10.5)).toEqual({ allowed: false, waitSeconds: 20 })
    expect(decideAttempt('account', tally, start + 30)).toMatchObject({ allowed: true, tally: { failures: 4 } })
  })

  it('are reset for an account 30 days after the last failure', () => {
    const tally = { failures: 6, firstFailureAt: start, lastFailureAt: start, blockedUntil: start + day }
    expect(decideAttempt('account', tally, start + 30 * day - 1)).toMatchObject({ tally: { failures: 7 } })
    expect(decideAttempt('account', tally, start + 30 * day)).toMatchObject({ tally: { failures: 1 } })
  })

  it('are reset for the guesses of a year when a year has passed since the first one', () => {
    const tally = { failures: 12, firstFailureAt: start, lastFailureAt: start + 300 * day, blockedUntil: start }
    expect(decideAttempt('account_year', tally, start + 365 * day - 1)).toMatchObject({ tally: { failures: 13 } })
    expect(decideAttempt('account_year', tally, start + 365 * day)).toMatchObject({ tally: { failures: 1 } })
  })

  it('never wait for the guesses of a year, which only a mailed link ends', () => {
    expect(waitsOf('account_year', 13)).toEqual(Array.from({ length: 13 }, () => 0))
  })

  it('drop a device after ten failures and block a network after failures at ten accounts', () => {
    expect([deviceFailureLimit, accountsPerNetwork]).toEqual([10, 10])
  })

  it.each([
    ['network_hour', 20, 3_600],
    ['network_day', 60, day],
  ] as const)('block a %s after %i failures until %i s after the first', (kind, limit, seconds) => {
    let tally: Tally | null = null
    for (let attempt = 0; attempt < limit; attempt += 1) {
      const decision = decideAttempt(kind, tally, start + attempt)
      expect(decision.allowed).toBe(true)
      if (decision.allowed) tally = decision.tally
    }
    expect(decideAttempt(kind, tally, start + 100)).toEqual({ allowed: false, waitSeconds: seconds - 100 })
    expect(decideAttempt(kind, tally, start + seconds)).toMatchObject({ tally: { failures: 1 } })
  })
})

const tallyAfter = (failures: number): Tally => ({
  failures,
  firstFailureAt: start,
  lastFailureAt: start,
  blockedUntil: start,
})

describe('guesses from unknown devices', () => {
  it.each([
    ['account', 3, 30],
    ['account_year', 12, 365],
  ] as const)('at an %s are used up after %i failures, for %i days', (kind, limit, days) => {
    expect(isOutOfGuesses(kind, null, start)).toBe(false)
    expect(isOutOfGuesses(kind, tallyAfter(limit - 1), start)).toBe(false)
    expect(isOutOfGuesses(kind, tallyAfter(limit), start)).toBe(true)
    expect(isOutOfGuesses(kind, tallyAfter(limit), start + days * day - 1)).toBe(true)
    expect(isOutOfGuesses(kind, tallyAfter(limit), start + days * day)).toBe(false)
  })
})

describe('correct PIN', () => {
  const current = { failures: 3, firstFailureAt: start, lastFailureAt: start + 5, blockedUntil: start + 35 }

  it('resets a known device', () => {
    expect(refundTally('device', current, 3)).toBeNull()
  })
  it('removes only this attempt for an unknown device', () => {
    expect(refundTally('account', current, 3)).toEqual({ ...current, failures: 2, blockedUntil: start + 5 })
  })
  it('keeps the delay caused by a later attempt', () => {
    expect(refundTally('account', { ...current, failures: 4 }, 3)).toEqual({ ...current, failures: 3 })
  })
  it('leaves no count after a first attempt', () => {
    expect(refundTally('network_hour', { ...current, failures: 1 }, 1)).toBeNull()
  })
})

it('never allows more than 12 guesses in a week, however the attempts are timed', () => {
  assert(
    property(array(integer({ min: 0, max: 40_000 }), { maxLength: 200 }), (gaps) => {
      let tally: Tally | null = null
      let now = start
      const allowedAt: number[] = []
      for (const gap of gaps) {
        now += gap
        const decision = decideAttempt('account', tally, now)
        if (!decision.allowed) continue
        tally = decision.tally
        allowedAt.push(now)
      }
      const inOneWeek = (from: number) => allowedAt.filter((at) => at >= from && at < from + 7 * day).length
      expect(Math.max(0, ...allowedAt.map(inOneWeek))).toBeLessThanOrEqual(12)
    }),
  )
})

const quiet = { inDay: 0, inHour: 0, inWeekBefore: 0, activeAccounts: 100 }

describe('failures of unknown devices', () => {
  it.each([
    ['19 accounts a day at a small site', { ...quiet, inDay: 19, inHour: 19 }, false],
    ['one more', { ...quiet, inDay: 20 }, true],
    ['fewer than one account in a thousand', { ...quiet, inDay: 499, activeAccounts: 500_000 }, false],
    ['one account in a thousand', { ...quiet, inDay: 500, activeAccounts: 500_000 }, true],
    [
      'less than five times the usual hourly rate',
      { inDay: 49, inHour: 49, inWeekBefore: 1_680, activeAccounts: 1e6 },
      false,
    ],
    ['five times the usual hourly rate', { inDay: 50, inHour: 50, inWeekBefore: 1_680, activeAccounts: 1e6 }, true],
  ])('are checked for an attack: %s', (_, failed, expected) => {
    expect(isSpray(failed, 20)).toBe(expected)
  })
})
