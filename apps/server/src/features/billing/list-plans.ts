import type { SalePlan } from '@kitewise/contract/billing-entities'
import type { Context } from '../../context.ts'
import { presentPlan } from './plan.ts'

/**
 * The plans for sale in the order of the config; one that the provider has no price for is not.
 * @throws PaymentsUnavailable when the provider cannot say its prices
 */
export const listPlans = async ({ config, payments }: Context): Promise<SalePlan[]> => {
  const prices = new Map((await payments.listPrices()).map((price) => [price.productId, price]))
  return config.plans.flatMap((plan) => {
    const price = prices.get(plan.productId)
    return price ? [presentPlan(plan, price)] : []
  })
}
