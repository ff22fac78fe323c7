import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { ok, refuse, type Refusal, type Result } from '../../platform/result.ts'
import { listRefundsDue, type RefundDue } from '../billing/payments.sql.ts'
import { beginRefund, finishRefund, type RefundLimit } from '../billing/refund-payment.ts'
import { findRefund, listUnfinishedRefunds } from '../billing/refunds.sql.ts'
import { findItem, lockItem, updateItem } from './inbox.sql.ts'

type WithdrawalRefund = {
  itemId: string
  staffId: string
  /** Minor units, as staff saw and confirmed them. */
  amount: number
  limit: RefundLimit
}

type Withdrawn = { userId: string; subscriptionId: string }

/** After a crash or an outage of the provider, a job goes on. */
const jobAfterMs = 60_000

/**
 * Refunds everything that a withdrawal has to pay back, and closes it (docs/product.md R102). Repetitions go on with refunds under
 * way and begin no second one. `refund_refused` and every other refusal leave the withdrawal open.
 * @returns `begun` when the provider doesn't answer: a job asks again, and closes the withdrawal
 */
export async function refundWithdrawal(
  context: Context,
  wish: WithdrawalRefund,
): Promise<Result<{ state: 'begun' | 'done'; refunded: RefundDue | null }>> {
  const begun = await beginAll(context, wish)
  if (!begun.ok) return begun
  const refunded = sumOf(begun.value)
  try {
    const closed = await closeRefunded(context, wish.itemId)
    return closed.ok ? ok({ state: 'done', refunded }) : closed
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    context.log.warn({ err: error }, 'the refund of a withdrawal waits for the payment provider')
    return ok({ state: 'begun', refunded })
  }
}

/** Everything due, in one sum: the payments of a subscription have one currency. Null when nothing is due. */
const sumOf = (due: readonly RefundDue[]): RefundDue | null => {
  const [first] = due
  return first ? { ...first, amount: due.reduce((sum, { amount }) => sum + amount, 0) } : null
}

const findWithdrawn = async (db: Queryable, itemId: string): Promise<Withdrawn | null> => {
  const item = await findItem(db, itemId)
  const { userId, subscriptionId } = item ?? {}
  return item?.kind === 'withdrawal' && userId && subscriptionId ? { userId, subscriptionId } : null
}

/** What an item still has to pay back; null for other items, and when nothing is due. */
export async function findRefundDue(
  db: Queryable,
  itemId: string,
): Promise<{ amount: number; currency: string; waitsForProvider: boolean } | null> {
  const plan = await findWithdrawn(db, itemId)
  const due = plan && sumOf(await listRefundsDue(db, plan))
  if (!due) return null
  const waitsForProvider = (await listUnfinishedRefunds(db, plan)).length > 0
  return { amount: due.amount, currency: due.currency, waitsForProvider }
}

/** All refunds, or none: a refusal of the second one undoes the first, which nobody has sent yet. */
const beginAll = async (context: Context, wish: WithdrawalRefund): Promise<Result<RefundDue[]>> => {
  let refusal: Refusal | null = null
  try {
    return await inTransaction(context.db, async (tx) => {
      const begun = await beginRefunds(tx, context, wish)
      if (begun.ok) return begun
      refusal = begun
      throw new Error(begun.code)
    })
  } catch (error) {
    if (refusal !== null) return refusal
    throw error
  }
}

const beginRefunds = async (tx: Tx, context: Context, wish: WithdrawalRefund): Promise<Result<RefundDue[]>> => {
  const { itemId, staffId, limit } = wish
  await lockItem(tx, itemId)
  const plan = await findWithdrawn(tx, itemId)
  if (!plan) return refuse('not_found')
  const due = await listRefundsDue(tx, plan)
  if (due.length > 0 && sumOf(due)?.amount !== wish.amount) return refuse('withdrawal_amount_changed')
  const underWay = await Promise.all((await listUnfinishedRefunds(tx, plan)).map((id) => findRefund(tx, id)))
  for (const { paymentId, amount } of due) {
    if (underWay.some((refund) => refund?.paymentId === paymentId)) continue
    const refund = { ...plan, paymentId, amount, staffId, limit, attempt: context.newId(), access: 'now' as const }
    const begun = await beginRefund(tx, context, refund)
    if (!begun.ok) return begun
  }
  const runAt = new Date(Date.now() + jobAfterMs)
  await addJob(tx, 'close-withdrawal', { itemId }, { key: `close-withdrawal:${itemId}`, runAt })
  return ok(due)
}

/** Finishes the refunds of a withdrawal, and closes it if nothing is left to pay back. Safe to repeat at every point. */
const closeRefunded = async (context: Context, itemId: string): Promise<Result<null>> => {
  const { db, clock } = context
  const plan = await findWithdrawn(db, itemId)
  if (!plan) return refuse('not_found')
  for (const refundId of await listUnfinishedRefunds(db, plan)) await finishRefund(context, { refundId })
  return inTransaction(db, async (tx) => {
    await lockItem(tx, itemId)
    if ((await listRefundsDue(tx, plan)).length > 0) return refuse('refund_refused')
    await updateItem(tx, itemId, { state: 'done', now: clock() })
    return ok(null)
  })
}

/** Job: after a crash or an outage. What the provider refuses stays open for staff. */
export async function closeWithdrawal(context: Context, { itemId }: { itemId: string }): Promise<void> {
  await closeRefunded(context, itemId)
}
