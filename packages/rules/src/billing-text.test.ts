import { describe, expect, it } from 'vitest'
import { billingLabel, nextChargeAt, planName, priceText, trialTerms } from './billing-text.ts'
import { dateInSentence, dateText } from './calendar-day.ts'

const at = (seconds = 0) => new Date(seconds * 1000).toISOString()

describe('price text', () => {
  it.each([
    [2999, 'usd', '$29.99'],
    [999, 'USD', '$9.99'],
    [0, 'usd', '$0.00'],
    [5, 'usd', '$0.05'],
    [123_456_789, 'usd', '$1,234,567.89'],
    [2499, 'eur', '€24.99'],
  ])('for %i %s is %s', (amount, currency, text) => {
    expect(priceText(amount, currency)).toBe(text)
  })
})

describe('billing label', () => {
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

  it.each([
    ['uk', 'week', 4, '4 тижні'],
    ['uk', 'week', 12, '12 тижнів'],
    ['ko', 'month', 1, '1개월'],
    ['es', 'year', 1, '12 meses'],
    ['fr', 'week', 1, '1\u00A0semaine'],
    ['tr', 'week', 12, '12 hafta'],
    ['ja', 'week', 4, '4週間'],
    ['ja', 'month', 1, '1か月'],
    ['pt', 'month', 3, '3 meses'],
  ] as const)('in %s, of every %s times %i, is %s', (locale, interval, count, label) => {
    expect(billingLabel({ interval, interval_count: count }, locale)).toBe(label)
  })
})

describe('plan name', () => {
  const plan = { name: 'Monthly', billing: { interval: 'month', interval_count: 1 } } as const

  it.each([
    ['en', 'Monthly'],
    ['fr', '1\u00A0mois'],
    ['ja', '1か月'],
  ])('in %s is %s', (locale, name) => {
    expect(planName(plan, locale)).toBe(name)
  })
})

describe('trial terms', () => {
  const now = Date.UTC(2026, 4, 10, 12) / 1000

  it.each([
    [7, '2026-05-17T12:00:00.000Z', '2026-05-16T12:00:00.000Z'],
    [1, '2026-05-11T12:00:00.000Z', '2026-05-10T12:00:00.000Z'],
    [30, '2026-06-09T12:00:00.000Z', '2026-06-08T12:00:00.000Z'],
  ])('for %i days end and charge at %s, with free cancellation before %s', (days, end, cancelBefore) => {
    const terms = trialTerms(days, now)
    expect([at(terms?.trialEndsAt), at(terms?.firstChargeAt), at(terms?.cancelBefore)]).toEqual([
      end,
      end,
      cancelBefore,
    ])
  })

  it.each([
    [7, '2026-05-15T12:00:00.000Z'],
    [3, '2026-05-11T12:00:00.000Z'],
  ])('for %i days mail a reminder at %s', (days, remindAt) => {
    expect(at(trialTerms(days, now)?.remindAt ?? 0)).toBe(remindAt)
  })

  it('promise no reminder that would come at once', () => {
    expect(trialTerms(2, now)?.remindAt).toBe(null)
  })

  it('are absent without a trial', () => {
    expect(trialTerms(0, now)).toBeNull()
  })
})

it.each([
  ['week', 12, '2026-01-31', '2026-04-25'],
  ['day', 1, '2026-01-31', '2026-02-01'],
  ['month', 1, '2026-05-10', '2026-06-10'],
  ['month', 1, '2026-01-31', '2026-02-28'],
  ['month', 3, '2026-11-30', '2027-02-28'],
  ['year', 1, '2028-02-29', '2029-02-28'],
] as const)('a plan for every %s times %i, paid on %s, renews on %s', (interval, interval_count, from, next) => {
  expect(at(nextChargeAt({ interval, interval_count }, Date.parse(from) / 1000)).slice(0, 10)).toBe(next)
})

describe('day text', () => {
  it.each([
    ['2026-05-07T23:59:59Z', '05/07/2026'],
    ['2026-12-31T00:00:00Z', '12/31/2026'],
  ])('for %s is %s', (moment, text) => {
    expect(dateText(Date.parse(moment) / 1000)).toBe(text)
  })
})

describe('date in a sentence', () => {
  const [may1, may12] = [Date.UTC(2026, 4, 1) / 1000, Date.UTC(2026, 4, 12, 23, 59) / 1000]

  it.each([
    ['en', may12, '05/12/2026'],
    ['uk', may12, '12 травня 2026 року'],
    ['ko', may12, '2026년 5월 12일'],
    ['es', may12, '12 de mayo de 2026'],
    ['es', may1, '1 de mayo de 2026'],
    ['fr', may1 + 20 * 86_400, '21 mai 2026'],
    ['fr', may12, '12 mai 2026'],
    ['fr', may1, '1er mai 2026'],
    ['tr', may12, '12 Mayıs 2026'],
    ['ja', may12, '2026年5月12日'],
    ['pt', may12, '12 de maio de 2026'],
  ])('in %s, of %i, is %s', (locale, unixSeconds, text) => {
    expect(dateInSentence(unixSeconds, locale)).toBe(text)
  })
})
