import type { PlanChanges } from '@kitewise/contract/billing-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { priceDue } from '@kitewise/rules/reduced-price'
import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { queuePlanChanged } from './billing-mails.ts'
import { findOwnSubscription } from './change-subscription.ts'
import { applyNewest } from './order-changes.ts'
import { listDisputesOf } from './disputes.sql.ts'
import { presentPlan } from './present.ts'
import {
  findPlanChange,
  insertPlanChange,
  lockForChange,
  type PlanChange,
  settleChanges,
  settlePlanChange,
} from './subscription-changes.sql.ts'
import { findSubscriptions, hasEnded, type ShownSubscription } from './subscriptions.sql.ts'
import { syncSubscription } from './sync-with-provider.ts'

/** The request asks the provider itself; the job does it after a crash or an outage. */
const jobAfterMs = 60_000

/**
 * Changes the plan from the next payment on. `id` is the attempt: the same one again changes and mails nothing more. The current
 * plan undoes a change.
 * @returns `begun` when the provider doesn't answer: a job repeats the question
 */
export async function changePlan(context: Context, wish: PlanChange): Promise<Result<'begun' | 'done'>> {
  const price = (await context.payments.listPrices()).find(({ productId }) => productId === wish.productId)
  const isSold = context.config.plans.some(({ productId }) => productId === wish.productId)
  if (!price || !isSold) return refuse('plan_not_found')
  const begun = await inTransaction(context.db, (tx) => beginChange(tx, context, wish, price.currency))
  if (!begun.ok) return begun
  try {
    await finishPlanChange(context, { changeId: wish.id })
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    context.log.warn({ err: error }, 'a change of plan waits for the payment provider')
  }
  const change = await findPlanChange(context.db, wish.id)
  if (change?.outcome === 'refused') return refuse('plan_change_refused')
  return ok(change?.isSettled ? 'done' : 'begun')
}

const beginChange = async (tx: Tx, context: Context, wish: PlanChange, currency: string): Promise<Result<null>> => {
  const { id, userId, subscriptionId, productId, staffId } = wish
  await lockForChange(tx, subscriptionId)
  const known = await findPlanChange(tx, id)
  if (known) {
    const isSame = known.userId === userId && known.subscriptionId === subscriptionId && known.staffId === staffId
    return isSame && known.productId === productId ? ok(null) : refuse('attempt_reused')
  }
  const [subscription] = await findSubscriptions(tx, userId, subscriptionId)
  if (!subscription) return refuse('subscription_not_found')
  if (hasEnded(subscription)) return refuse('subscription_ended')
  const reason = reasonNotToChange(context, subscription, currency) ?? (await findRunningDispute(tx, wish))
  if (reason !== null) return refuse('plan_not_changeable', [{ field: 'body.productId', message: reason }])
  const now = context.clock()
  await settleChanges(tx, subscriptionId, now)
  await insertPlanChange(tx, wish, now)
  const runAt = new Date(Date.now() + jobAfterMs)
  await addJob(tx, 'finish-plan-change', { changeId: id }, { key: `finish-plan-change:${id}`, runAt })
  return ok(null)
}

/** In the words for staff; null if it can be changed. */
const reasonNotToChange = ({ payments }: Context, subscription: ShownSubscription, currency: string): string | null => {
  const { provider, status, cancelAtPeriodEnd } = subscription
  if (provider !== payments.provider) return 'nothing is paid for this plan at the configured provider'
  if (status !== 'active' && status !== 'trialing') return 'a payment is open: it has to be made first'
  if (cancelAtPeriodEnd) return 'the plan ends with its period: let it continue first'
  return currency === subscription.currency ? null : 'the plan is sold in another currency'
}

const findRunningDispute = async (
  db: Queryable,
  { userId, subscriptionId }: Pick<PlanChange, 'userId' | 'subscriptionId'>,
): Promise<string | null> => {
  const disputes = await listDisputesOf(db, userId)
  const isOpen = disputes.some(
    (one) => one.subscriptionId === subscriptionId && (one.status === 'open' || one.status === 'under_review'),
  )
  return isOpen ? 'a payment of the plan is disputed: wait for the decision' : null
}

/** The plans that a learner's subscription can go on with, and what its next payment would be with each. */
export async function listPlanChanges(
  context: Context,
  owned: { userId: string; subscriptionId: string },
): Promise<Result<PlanChanges>> {
  const { db, payments, config } = context
  const own = await findOwnSubscription(context, owned)
  if (!own) return refuse('subscription_not_found')
  if (hasEnded(own)) return refuse('subscription_ended')
  if (reasonNotToChange(context, own, own.currency) ?? (await findRunningDispute(db, owned)))
    return refuse('plan_not_changeable')
  const next = own.nextPlan?.productId ?? own.productId
  const prices = (await payments.listPrices()).filter(({ currency }) => currency === own.currency)
  const plans = config.plans.flatMap((plan) => {
    const price = prices.find(({ productId }) => productId === plan.productId)
    if (!price) return []
    const isCurrent = plan.productId === own.productId
    // Whoever pays an earlier price for the plan goes on with that.
    const amount = isCurrent ? own.priceCents : price.amount
    const due = priceDue(amount, own.discounts, own.currentPeriodEnd)
    return {
      plan: presentPlan(plan, { ...price, amount }, 0),
      isCurrent,
      isNext: plan.productId === next,
      due_amount: due,
      formattedDue: priceText(due, own.currency),
    }
  })
  return ok({ from: own.currentPeriodEnd, isTrial: own.status === 'trialing', plans })
}

/** Job: asks the provider, reads the subscription, and mails the learner once. Safe to repeat at every point. */
export async function finishPlanChange(context: Context, { changeId }: { changeId: string }): Promise<void> {
  const { db, payments, clock } = context
  const change = await findPlanChange(db, changeId)
  if (!change || change.isSettled) return
  const { subscriptionId, productId, userId } = change
  const outcome = await payments.changePlan(subscriptionId, productId)
  await applyNewest(context, { id: changeId, userId, subscriptionId })
  await syncSubscription(context, subscriptionId)
  await inTransaction(db, async (tx) => {
    await lockForChange(tx, subscriptionId)
    if (!(await settlePlanChange(tx, changeId, outcome === 'changed' ? 'done' : 'refused', clock()))) return
    const [subscription] = await findSubscriptions(tx, userId, subscriptionId)
    if (outcome === 'changed' && subscription) await queuePlanChanged(tx, context, { changeId, userId, subscription })
  })
}
