import type { SalePlan } from '@kitewise/contract/billing-entities'
import type { Context } from '../../context.ts'
import { hasPaidForTrial } from './checkouts.sql.ts'
import { findBuyer } from './create-checkout.ts'
import { hasUsedTrial } from './customers.sql.ts'
import { presentPlan } from './present.ts'

type Asking = { registrationToken: string | undefined; userId: string | null }

/**
 * The plans for sale, in config order, without those the provider has no price for. Without a trial for a signed-in learner who has used
 * it. A registration sees the public offer, unless it has paid for a trial itself.
 * @throws PaymentsUnavailable when the provider can't list its prices
 */
export const listPlans = async (context: Context, asking: Asking): Promise<SalePlan[]> => {
  const { config, payments } = context
  const prices = new Map((await payments.listPrices()).map((price) => [price.productId, price]))
  const isTrialUsed = await hasHadTrial(context, asking)
  return config.plans.flatMap((plan) => {
    const price = prices.get(plan.productId)
    return price ? [presentPlan(isTrialUsed ? { ...plan, trialDays: 0 } : plan, price)] : []
  })
}

const hasHadTrial = async (context: Context, asking: Asking): Promise<boolean> => {
  if (asking.registrationToken === undefined && asking.userId === null) return false
  const buyer = await findBuyer(context, asking)
  if (!buyer.ok) return false
  const { userId, registrationId } = buyer.value
  return userId === null ? hasPaidForTrial(context.db, registrationId) : hasUsedTrial(context.db, userId)
}
