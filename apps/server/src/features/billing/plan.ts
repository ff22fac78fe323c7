import type { SalePlan } from '@kitewise/contract/billing-entities'
import { priceText } from '@kitewise/rules/billing-text'
import type { Plan, Price } from '../../adapters/payments/port.ts'

/** A plan as it is for sale: name and trial are ours, the price is the provider's. */
export const presentPlan = (plan: Plan, price: Price, trialDays: number = plan.trialDays): SalePlan => ({
  productId: plan.productId,
  name: plan.name,
  unit_amount: price.amount,
  currency: price.currency,
  recurring: { interval: price.interval, interval_count: price.intervalCount },
  formattedPrice: priceText(price.amount, price.currency),
  isMostPopular: plan.isMostPopular,
  trialDays,
})
