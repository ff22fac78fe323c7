import { type Discount, priceDue } from '@kitewise/rules/reduced-price'
import type { Db, Tx } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { addMonths } from '../coupons/port.ts'
import type { IntervalUnit, Plan, RefundRequest } from '../port.ts'
import {
  deleteOldCardPages,
  deleteOldRequests,
  deleteUnpaidCheckouts,
  findSubscription,
  insertDispute,
  insertPayment,
  insertRequest,
  isRequestKnown,
  listPayments,
  lockRefundable,
  loseDisputes,
  lockDueSubscriptions,
  addRefund,
  saveSubscription,
} from './books.sql.ts'
import { newId, recordEvent } from './events.ts'
import { insertInvoice } from './seats.sql.ts'

const unpaidKeptMs = 90 * 86_400_000

const requestsKeptMs = 2 * 86_400_000

/** Changes the renewal of a subscription that has not ended, and drops a change of plan. A repeated key changes nothing. */
export function changeRenewal(
  db: Db,
  id: string,
  change: { cancelAtPeriodEnd: boolean; idempotencyKey: string; now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { cancelAtPeriodEnd, idempotencyKey, now } = change
    const subscription = await findSubscription(tx, id, 'forUpdate')
    if (!subscription || subscription.status === 'canceled') return
    if (!(await insertRequest(tx, idempotencyKey, now))) return
    await saveSubscription(tx, { ...subscription, cancelAtPeriodEnd, nextPlan: null })
    await recordEvent(tx, 'subscription.updated', { subscriptionId: id })
  })
}

/** The plan from the next payment on; the current one undoes a change. */
export function changePlan(
  db: Db,
  plans: readonly Plan[],
  { subscriptionId, productId }: { subscriptionId: string; productId: string },
): Promise<'changed' | 'refused'> {
  return inTransaction(db, async (tx) => {
    const subscription = await findSubscription(tx, subscriptionId, 'forUpdate')
    const plan = plans.find((one) => one.productId === productId)
    const isRunning = subscription?.status === 'active' || subscription?.status === 'trialing'
    if (!subscription || !plan || !isRunning || subscription.cancelAtPeriodEnd) return 'refused'
    if (plan.currency !== subscription.currency) return 'refused'
    const { amount, interval, intervalCount } = plan
    const nextPlan = productId === subscription.productId ? null : { productId, amount, interval, intervalCount }
    await saveSubscription(tx, { ...subscription, nextPlan })
    await recordEvent(tx, 'subscription.updated', { subscriptionId })
    return 'changed'
  })
}

/** Changes a subscription and records an event; does nothing when it has ended. */
export function changeSubscription(db: Db, id: string, change: Partial<EmbeddedSubscription>): Promise<void> {
  return inTransaction(db, async (tx) => {
    const subscription = await findSubscription(tx, id, 'forUpdate')
    if (!subscription || subscription.status === 'canceled') return
    await saveSubscription(tx, { ...subscription, ...change })
    await recordEvent(tx, 'subscription.updated', { subscriptionId: id })
  })
}

/** Advances all subscriptions to `now`, with one event per state on the way. Returns how many changed. */
export function advanceSubscriptions(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    let changed = 0
    for (const subscription of await lockDueSubscriptions(tx, now)) {
      const states = advanceSubscription(subscription, now)
      for (const state of states) {
        await saveSubscription(tx, state)
        if (state.status !== 'canceled') await recordCharge(tx, state, state.periodStart)
        await recordEvent(tx, `subscription.${state.status}`, { subscriptionId: state.id })
      }
      if (states.length > 0) changed += 1
    }
    for (const lost of await loseDisputes(tx, now)) await recordEvent(tx, 'dispute.closed', lost)
    await deleteOldRequests(tx, new Date(now.getTime() - requestsKeptMs))
    await deleteOldCardPages(tx, new Date(now.getTime() - requestsKeptMs))
    await deleteUnpaidCheckouts(tx, new Date(now.getTime() - unpaidKeptMs))
    return changed
  })
}

/** Records that a period was charged, or that the card was refused. */
export async function recordCharge(tx: Tx, subscription: EmbeddedSubscription, at: Date): Promise<void> {
  const { id: subscriptionId, status, cardLast4, daysUntilDue, country, taxPercent } = subscription
  const price = subscription.amount * subscription.quantity
  const amount = priceDue(price, subscription.discount ? [subscription.discount] : [], at.getTime() / 1000)
  const discount = price - amount
  const outcome = status === 'past_due' ? 'failed' : 'paid'
  const paymentId = newId('in')
  if (daysUntilDue !== null) {
    const dueAt = new Date(at.getTime() + daysUntilDue * 86_400_000)
    return insertInvoice(tx, { id: paymentId, subscriptionId, amount, at, dueAt })
  }
  const tax = Math.round((amount * taxPercent) / (100 + taxPercent))
  await insertPayment(tx, { id: paymentId, subscriptionId, status: outcome, amount, tax, discount, country, at })
  if (outcome === 'failed' || cardLast4 !== disputingCard || amount === 0) return
  await insertDispute(tx, { id: newId('dp'), paymentId, at, dueAt: new Date(at.getTime() + disputeOpenMs) })
  await recordEvent(tx, 'dispute.created', { subscriptionId, chargeId: paymentId })
}

/** The end of a test card whose payments are all disputed, as at Stripe. */
const disputingCard = '0259'
const disputeOpenMs = 7 * 86_400_000

/** Refunds what is left of every payment, except disputed ones. */
export function refundAll(db: Db, id: string): Promise<'refunded' | 'refused'> {
  return inTransaction(db, async (tx) => {
    const payments = (await listPayments(tx, id)).filter(({ status }) => status === 'paid')
    let isLeft = false
    for (const { id: paymentId, amount, refunded } of payments) {
      if (refunded === amount) continue
      const left = await lockRefundable(tx, paymentId)
      if (left > 0) await addRefund(tx, paymentId, left)
      else isLeft = true
    }
    await recordEvent(tx, 'payment.refunded', { subscriptionId: id })
    return isLeft ? 'refused' : 'refunded'
  })
}

/** Refunds a part of a payment, if that much is left. */
export function refundAmount(db: Db, request: RefundRequest, now: Date): Promise<'refunded' | 'refused'> {
  const { subscriptionId, chargeId, amount, idempotencyKey } = request
  return inTransaction(db, async (tx) => {
    const left = await lockRefundable(tx, chargeId)
    if (await isRequestKnown(tx, idempotencyKey)) return 'refunded'
    if (amount > left) return 'refused'
    await insertRequest(tx, idempotencyKey, now)
    await addRefund(tx, chargeId, amount)
    await recordEvent(tx, 'payment.refunded', { subscriptionId })
    return 'refunded'
  })
}

type EmbeddedPlan = Pick<Plan, 'productId' | 'amount' | 'interval' | 'intervalCount'>

/** Where the payer is taxed, null where unknown, and the rate that the price includes, as it was then. */
export type TaxPlace = { country: string | null; taxPercent: number }

export type EmbeddedSubscription = TaxPlace & {
  id: string
  reference: string
  customerId: string
  productId: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  cancelAtPeriodEnd: boolean
  billingAnchor: Date
  currentPeriodEnd: Date
  trialEnd: Date | null
  pastDueSince: Date | null
  amount: number
  currency: string
  interval: IntervalUnit
  intervalCount: number
  nextPlan: EmbeddedPlan | null
  cardBrand: string
  cardLast4: string
  cardEndsAt: Date
  cardFingerprint: string | null
  /** 1 except for seats. */
  quantity: number
  /** For an invoice that is sent; null for a card. */
  daysUntilDue: number | null
  discount: Discount | null
}

const givenUpAfterMs = 14 * 86_400_000

/** Returns every state on the way, oldest first. A renewal is charged to a valid card; with an expired one it becomes past due. */
const advanceSubscription = (
  subscription: EmbeddedSubscription,
  now: Date,
): (EmbeddedSubscription & { periodStart: Date })[] => {
  const next = nextState(subscription, now)
  if (!next) return []
  return [{ ...next, periodStart: subscription.currentPeriodEnd }, ...advanceSubscription(next, now)]
}

const nextState = (subscription: EmbeddedSubscription, now: Date): EmbeddedSubscription | null => {
  const { status, currentPeriodEnd: due, pastDueSince } = subscription
  if (status === 'canceled') return null
  if (status === 'past_due') {
    const isGivenUp = pastDueSince !== null && now.getTime() >= pastDueSince.getTime() + givenUpAfterMs
    return isGivenUp ? { ...subscription, status: 'canceled', pastDueSince: null } : null
  }
  if (now < due) return null
  if (subscription.cancelAtPeriodEnd) return { ...subscription, status: 'canceled' }
  const { nextPlan } = subscription
  const plan = nextPlan ?? subscription
  const billingAnchor = status === 'trialing' || nextPlan ? due : subscription.billingAnchor
  const currentPeriodEnd = periodEnd(billingAnchor, due, plan)
  const renewed = { ...subscription, ...nextPlan, nextPlan: null, billingAnchor, currentPeriodEnd }
  const isPaid = due < subscription.cardEndsAt
  return isPaid ? { ...renewed, status: 'active' } : { ...renewed, status: 'past_due', pastDueSince: due }
}

type Interval = { interval: IntervalUnit; intervalCount: number }

const day = 86_400_000

/** Months count from the billing anchor: a plan from the 31st ends on the last day of shorter months, then on the 31st. */
export function periodEnd(anchor: Date, start: Date, { interval, intervalCount }: Interval): Date {
  if (interval === 'day') return new Date(start.getTime() + intervalCount * day)
  if (interval === 'week') return new Date(start.getTime() + intervalCount * 7 * day)
  const months = interval === 'year' ? intervalCount * 12 : intervalCount
  for (let periods = 1; ; periods += 1) {
    const end = addMonths(anchor, periods * months)
    if (end > start) return end
  }
}
