import { priceText } from '@kitewise/rules/billing-text'
import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { ok, refuse, type Refusal, type Result } from '../../platform/result.ts'
import { cancelSubscription, endAtOnce } from './change-subscription.ts'
import {
  findRefund,
  insertRefund,
  lockRefundable,
  lockRefunder,
  type RefundAccess,
  type RefundState,
  saveRefundState,
  findRefundedToday,
} from './refunds.sql.ts'
import { syncSubscription } from './sync-with-provider.ts'

export type RefundWish = {
  /** The refund's ID and the provider's idempotency key. */
  attempt: string
  userId: string
  paymentId: string
  staffId: string
  /** Minor units. */
  amount: number
  access: RefundAccess
  /** Minor units of the payment's currency; null is no limit. */
  limit: RefundLimit
}

export type RefundLimit = { action: number; day: number } | null

/** The request finishes a refund itself; the job does it after a crash or an outage of the provider. */
const jobAfterMs = 60_000

/**
 * Refunds a payment or a part of it and settles access. The same attempt again refunds nothing more.
 * @returns `begun` when the provider doesn't answer: a job repeats the question
 */
export async function refundPayment(context: Context, wish: RefundWish): Promise<Result<RefundState>> {
  const begun = await inTransaction(context.db, (tx) => beginRefund(tx, context, wish))
  if (!begun.ok) return begun
  try {
    await finishRefund(context, { refundId: wish.attempt })
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    context.log.warn({ err: error }, 'a refund waits for the payment provider')
  }
  const state = (await findRefund(context.db, wish.attempt))?.state ?? 'begun'
  return state === 'refused' ? refuse('refund_refused') : ok(state)
}

/** Stores a refund with the job that finishes it. `finishRefund` then asks the provider. */
export async function beginRefund(tx: Tx, context: Context, wish: RefundWish): Promise<Result<null>> {
  const { attempt, userId, paymentId, amount, access } = wish
  await lockRefunder(tx, wish.staffId)
  const payment = await lockRefundable(tx, userId, paymentId)
  const known = await findRefund(tx, attempt)
  if (known) {
    const isSame = known.userId === userId && known.paymentId === paymentId && known.staffId === wish.staffId
    return isSame && known.amount === amount && known.access === access ? ok(null) : refuse('attempt_reused')
  }
  if (!payment) return refuse('not_found')
  if (!payment.isPaid || payment.provider !== context.payments.provider) return refuse('payment_not_refundable')
  const say = (cents: number) => priceText(Math.max(0, cents), payment.currency)
  if (amount > payment.left)
    return refuse('refund_too_large', [{ field: 'body.amount', message: `must be at most ${say(payment.left)}` }])
  const refusal = await checkLimit(tx, wish, payment.currency)
  if (refusal) return refusal
  await insertRefund(tx, { id: attempt, subscriptionId: payment.subscriptionId, ...wish })
  const runAt = new Date(Date.now() + jobAfterMs)
  await addJob(tx, 'finish-refund', { refundId: attempt }, { key: `finish-refund:${attempt}`, runAt })
  return ok(null)
}

const checkLimit = async (
  tx: Tx,
  { staffId, amount, limit }: RefundWish,
  currency: string,
): Promise<Refusal | null> => {
  if (limit === null) return null
  const say = (cents: number) => priceText(Math.max(0, cents), currency)
  const left = limit.day - (await findRefundedToday(tx, staffId, currency))
  if (amount <= Math.min(limit.action, left)) return null
  const message = `must be at most ${say(limit.action)} at once and ${say(limit.day)} in a day, of which ${say(left)} is left`
  return refuse('refund_over_limit', [{ field: 'body.amount', message }])
}

/** Job: asks the provider, settles access, and reads the payment again. Safe to repeat at every point. */
export async function finishRefund(context: Context, { refundId }: { refundId: string }): Promise<void> {
  const { db, payments } = context
  const refund = await findRefund(db, refundId)
  if (!refund || refund.chargeId === null || refund.state === 'done' || refund.state === 'refused') return
  const { subscriptionId, chargeId, amount, userId } = refund
  if (refund.state === 'begun') {
    const outcome = await payments.refundAmount({ subscriptionId, chargeId, amount, idempotencyKey: refundId })
    await saveRefundState(db, refundId, { from: 'begun', to: outcome })
    if (outcome === 'refused') return
  }
  if (refund.access === 'now') await endAtOnce(context, { userId, subscriptionId })
  if (refund.access === 'period_end') await cancelSubscription(context, { userId, subscriptionId })
  await syncSubscription(context, subscriptionId, null, 'payments')
  await context.sessionCache.settle()
  await saveRefundState(db, refundId, { from: 'refunded', to: 'done' })
}
