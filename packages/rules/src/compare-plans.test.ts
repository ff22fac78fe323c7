import { describe, expect, it } from 'vitest'
import { bestSaving, lookAlikes, type PricedPlan, pricePerDay, savingOf } from './compare-plans.ts'

const plan = (unit_amount: number, interval: 'week' | 'month' | 'year', interval_count = 1): PricedPlan => ({
  unit_amount,
  currency: 'usd',
  recurring: { interval, interval_count },
})
const [week, fourWeeks, month, twelveWeeks] = [
  plan(999, 'week'),
  plan(2499, 'week', 4),
  plan(2999, 'month'),
  plan(5999, 'week', 12),
]
const all = [week, fourWeeks, month, twelveWeeks]

it.each([
  [week, 143],
  [fourWeeks, 89],
  [month, 99],
  [twelveWeeks, 71],
  [plan(9900, 'year'), 27],
])('the price per day of %o is %i', (one, cents) => {
  expect(pricePerDay(one)).toBe(cents)
})

describe('what a longer plan saves', () => {
  it('is the difference from the longest plan that fits a whole number of times', () => {
    expect(savingOf(twelveWeeks, all)).toEqual({ amount: 1498, times: 3, against: fourWeeks })
    expect(savingOf(fourWeeks, all)).toEqual({ amount: 1497, times: 4, against: week })
  })

  it.each([
    ['a month, which is no number of weeks', month, all],
    ['the shortest plan', week, all],
    ['a plan that costs the same', plan(3 * 2499, 'week', 12), all],
    ['a plan that costs more', plan(9999, 'week', 12), all],
    ['a plan in another currency', { ...twelveWeeks, currency: 'eur' }, all],
  ])('is nothing for %s', (_, one, plans) => {
    expect(savingOf(one, plans)).toBe(null)
  })

  it('is shown for the plan with the lowest price per day', () => {
    expect(bestSaving(all)).toEqual({ plan: twelveWeeks, saving: { amount: 1498, times: 3, against: fourWeeks } })
    expect(bestSaving([week, month])).toBe(null)
    expect(bestSaving([])).toBe(null)
  })
})

describe('four weeks and a month', () => {
  it('are explained when both are for sale and the weeks cost less per day', () => {
    expect(lookAlikes(all)).toEqual({ weeks: fourWeeks, month })
  })

  it('are not explained otherwise', () => {
    expect(lookAlikes([week, fourWeeks, twelveWeeks])).toBe(null)
    expect(lookAlikes([plan(2899, 'week', 4), month])).toBe(null)
    const sameADay = plan(99 * 28, 'week', 4)
    expect(pricePerDay(sameADay)).toBe(pricePerDay(month))
    expect(lookAlikes([sameADay, month])).toBe(null)
  })
})
