import { describe, expect, it } from 'vitest'
import { billingLabel } from './billing-label.ts'
import { dateText } from './date-text.ts'
import { priceText } from './price-text.ts'
import { trialTerms } from './trial-terms.ts'

const at = (seconds = 0) => new Date(seconds * 1000).toISOString()

describe('the text of a price', () => {
  it.each([
    [2999, 'usd', '$29.99'],
    [999, 'USD', '$9.99'],
    [0, 'usd', '$0.00'],
    [5, 'usd', '$0.05'],
    [123_456_789, 'usd', '$1,234,567.89'],
    [2499, 'eur', '€24.99'],
  ])('of %i %s is %s', (amount, currency, text) => {
    expect(priceText(amount, currency)).toBe(text)
  })
})

describe('the billing label', () => {
  it.each([
    ['week', 12, '12 weeks'],
    ['week', 1, '1 week'],
    ['week', 4, '4 weeks'],
    ['month', 1, '1 month'],
    ['month', 3, '3 months'],
    ['year', 1, '12 months'],
    ['day', 7, '7 days'],
  ] as const)('of every %s times %i is %s', (interval, count, label) => {
    expect(billingLabel({ interval, interval_count: count })).toBe(label)
  })
})

describe('the terms of a trial', () => {
  const now = Date.UTC(2026, 4, 10, 12) / 1000

  it.each([
    [7, '2026-05-17T12:00:00.000Z', '2026-05-16T12:00:00.000Z'],
    [1, '2026-05-11T12:00:00.000Z', '2026-05-10T12:00:00.000Z'],
    [30, '2026-06-09T12:00:00.000Z', '2026-06-08T12:00:00.000Z'],
  ])('of %i days end and charge at %s, free when canceled before %s', (days, end, cancelBefore) => {
    const terms = trialTerms(days, now)
    expect([at(terms?.trialEndsAt), at(terms?.firstChargeAt), at(terms?.cancelBefore)]).toEqual([
      end,
      end,
      cancelBefore,
    ])
  })

  it('are none without a trial', () => {
    expect(trialTerms(0, now)).toBeNull()
  })
})

describe('the text of a day', () => {
  it.each([
    ['2026-05-07T23:59:59Z', '05/07/2026'],
    ['2026-12-31T00:00:00Z', '12/31/2026'],
  ])('of %s is %s', (moment, text) => {
    expect(dateText(Date.parse(moment) / 1000)).toBe(text)
  })
})
