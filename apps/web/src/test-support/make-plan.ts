import type { SalePlan } from '@kitewise/contract/billing-entities'

/** A plan for sale: 29.99 dollars a month after seven free days by default. */
export function makePlan(changes: Partial<SalePlan> = {}): SalePlan {
  return {
    productId: 'month',
    name: 'Monthly',
    unit_amount: 2999,
    currency: 'usd',
    recurring: { interval: 'month', interval_count: 1 },
    formattedPrice: '$29.99',
    isMostPopular: true,
    trialDays: 7,
    ...changes,
  }
}

export const twelveWeeks = makePlan({
  productId: 'twelve-weeks',
  name: '12 weeks',
  unit_amount: 5999,
  recurring: { interval: 'week', interval_count: 12 },
  formattedPrice: '$59.99',
  isMostPopular: false,
  trialDays: 0,
})

export const fourWeeks = makePlan({
  productId: 'four-weeks',
  name: '4 weeks',
  unit_amount: 2499,
  recurring: { interval: 'week', interval_count: 4 },
  formattedPrice: '$24.99',
  isMostPopular: false,
  trialDays: 0,
})
