import { assert, constantFrom, integer, nat, property, record, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BillingInterval } from './billing-text.ts'
import { checkRefund, refundRule, type Usage, withdrawalEnds } from './refund.ts'

const day = 86_400
const purchasedAt = 1_780_000_000
const plan = (interval: BillingInterval['interval'], interval_count: number): BillingInterval => ({
  interval,
  interval_count,
})
const oneWeek = plan('week', 1)
const fourWeeks = plan('week', 4)
const twelveWeeks = plan('week', 12)
const month = plan('month', 1)

const may = (...days: number[]): string[] => days.map((number) => `2026-05-${String(number).padStart(2, '0')}`)
const firstDays = (count: number): string[] => may(...Array.from({ length: count }, (_, index) => index + 1))

const check = (billing: BillingInterval, usage: Partial<Usage>, afterSeconds = day) =>
  checkRefund({
    billing,
    purchasedAt,
    now: purchasedAt + afterSeconds,
    usage: { days: [], guides: 0, modulesPercent: 0, ...usage },
  })

describe('refund rule of a plan', () => {
  it.each([
    [oneWeek, 3, true, 2, 70],
    [plan('day', 3), 3, true, 2, 70],
    [plan('week', 2), 3, true, 2, 70],
    [fourWeeks, 7, false, 4, 80],
    [month, 7, false, 4, 80],
    [plan('month', 2), 7, false, 4, 80],
    [twelveWeeks, 10, false, 4, 80],
    [plan('month', 3), 10, false, 4, 80],
    [plan('year', 1), 10, false, 4, 80],
  ])('%j: %i days (in a row: %s), %i guides or %i %%', (billing, days, inARow, guides, modulesPercent) => {
    expect(refundRule(billing)).toEqual({ days, inARow, guides, modulesPercent })
  })
})

describe('refund eligibility', () => {
  it.each([
    [oneWeek, { days: may(1, 2, 3), guides: 2 }, 'qualifies'],
    [oneWeek, { days: may(3, 1, 2), guides: 2 }, 'qualifies'],
    [oneWeek, { days: may(1, 5, 6, 7, 12), guides: 2 }, 'qualifies'],
    [oneWeek, { days: ['2026-04-30', ...may(1, 2)], guides: 2 }, 'qualifies'],
    [oneWeek, { days: may(1, 2, 4, 5, 7, 8), guides: 9 }, 'not_yet'],
    [oneWeek, { days: may(1, 2, 3), guides: 1 }, 'not_yet'],
    [oneWeek, { days: may(1, 2, 3), guides: 1, modulesPercent: 70 }, 'qualifies'],
    [oneWeek, { days: may(1, 2, 3), guides: 1, modulesPercent: 69 }, 'not_yet'],
    [fourWeeks, { days: may(1, 3, 5, 7, 9, 11, 13), guides: 4 }, 'qualifies'],
    [fourWeeks, { days: firstDays(6), guides: 4, modulesPercent: 100 }, 'not_yet'],
    [fourWeeks, { days: firstDays(7), guides: 3 }, 'not_yet'],
    [fourWeeks, { days: firstDays(7), guides: 3, modulesPercent: 80 }, 'qualifies'],
    [fourWeeks, { days: firstDays(7), guides: 3, modulesPercent: 79 }, 'not_yet'],
    [month, { days: firstDays(7), guides: 4 }, 'qualifies'],
    [twelveWeeks, { days: firstDays(10), guides: 4 }, 'qualifies'],
    [twelveWeeks, { days: firstDays(9), guides: 4 }, 'not_yet'],
    [twelveWeeks, {}, 'not_yet'],
  ])('%j after %j: %s', (billing, usage, standing) => {
    expect(check(billing, usage).standing).toBe(standing)
  })

  it('lasts for 30 days from the first purchase, to the second', () => {
    const used = { days: may(1, 2, 3), guides: 2 }
    expect(check(oneWeek, used, 30 * day).standing).toBe('qualifies')
    expect(check(oneWeek, used, 30 * day + 1).standing).toBe('too_late')
    expect(check(oneWeek, {}, 30 * day + 1).standing).toBe('too_late')
    expect(check(oneWeek, used).requestUntil).toBe(purchasedAt + 30 * day)
  })

  it('includes the current and required usage', () => {
    expect(check(oneWeek, { days: may(1, 2, 9), guides: 1, modulesPercent: 7 })).toMatchObject({
      days: { have: 2, need: 3, inARow: true },
      guides: { have: 1, need: 2 },
      modulesPercent: { have: 7, need: 70 },
    })
  })

  it('is never lost by more use', () => {
    const usage = record({
      days: uniqueArray(integer({ min: 1, max: 31 }), { maxLength: 12 }).map((days) => may(...days)),
      guides: nat(6),
      modulesPercent: nat(100),
    })
    const plans = constantFrom(oneWeek, fourWeeks, twelveWeeks, month)
    const staysTrue = property(plans, usage, usage, (billing, less, other) => {
      const more = {
        days: [...new Set([...less.days, ...other.days])],
        guides: less.guides + other.guides,
        modulesPercent: Math.max(less.modulesPercent, other.modulesPercent),
      }
      return check(billing, less).standing !== 'qualifies' || check(billing, more).standing === 'qualifies'
    })
    expect(() => assert(staysTrue)).not.toThrow()
  })
})

describe('withdrawal period', () => {
  it.each([
    ['2026-05-01T00:30:00Z', '2026-05-15T23:59:59Z'],
    ['2026-05-01T23:30:00Z', '2026-05-15T23:59:59Z'],
    // The last hour of 15 May in the Azores is already 16 May in UTC.
    ['2026-05-01T12:00:00Z', '2026-05-15T23:59:59-01:00'],
  ])('after a contract of %s includes %s', (contract, lastMoment) => {
    expect(withdrawalEnds(Date.parse(contract) / 1000)).toBeGreaterThanOrEqual(
      Math.floor(Date.parse(lastMoment) / 1000),
    )
  })

  it('is over before a 16th day has passed', () => {
    expect(withdrawalEnds(purchasedAt)).toBeLessThan(purchasedAt + 16 * day)
    expect(withdrawalEnds(purchasedAt)).toBe(purchasedAt + 15 * day)
  })
})
