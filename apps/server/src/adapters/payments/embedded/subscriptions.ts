import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { IntervalUnit } from '../port.ts'
import {
  deleteOldCardPages,
  deleteOldRequests,
  deleteUnpaidCheckouts,
  findSubscription,
  insertRequest,
  lockDueSubscriptions,
  saveSubscription,
} from './books.sql.ts'
import { recordEvent } from './events.ts'

/** Checkouts that nobody paid are forgotten this long after they have expired. */
const unpaidKeptMs = 90 * 86_400_000

/** As long as a request may be repeated with its key. */
const requestsKeptMs = 2 * 86_400_000

/** Changes the renewal of a subscription that has not ended; a key that was used before changes nothing. */
export const changeRenewal = (
  db: Db,
  id: string,
  change: { cancelAtPeriodEnd: boolean; idempotencyKey: string; now: Date },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { cancelAtPeriodEnd, idempotencyKey, now } = change
    const subscription = await findSubscription(tx, id, 'forUpdate')
    if (!subscription || subscription.status === 'canceled') return
    if (!(await insertRequest(tx, idempotencyKey, now))) return
    await saveSubscription(tx, { ...subscription, cancelAtPeriodEnd })
    await recordEvent(tx, 'subscription.updated', { subscriptionId: id })
  })

/** Changes a subscription that has not ended and tells of it; nothing happens to one that has. */
export const changeSubscription = (db: Db, id: string, change: Partial<EmbeddedSubscription>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const subscription = await findSubscription(tx, id, 'forUpdate')
    if (!subscription || subscription.status === 'canceled') return
    await saveSubscription(tx, { ...subscription, ...change })
    await recordEvent(tx, 'subscription.updated', { subscriptionId: id })
  })

/**
 * Brings every subscription to where the clock has it, with one event for each state it went through.
 * @returns how many subscriptions changed
 */
export const advanceSubscriptions = (db: Db, now: Date): Promise<number> =>
  inTransaction(db, async (tx) => {
    let changed = 0
    for (const subscription of await lockDueSubscriptions(tx, now)) {
      const states = advanceSubscription(subscription, now)
      for (const state of states) {
        await saveSubscription(tx, state)
        await recordEvent(tx, `subscription.${state.status}`, { subscriptionId: state.id })
      }
      if (states.length > 0) changed += 1
    }
    await deleteOldRequests(tx, new Date(now.getTime() - requestsKeptMs))
    await deleteOldCardPages(tx, new Date(now.getTime() - requestsKeptMs))
    await deleteUnpaidCheckouts(tx, new Date(now.getTime() - unpaidKeptMs))
    return changed
  })

/** A subscription in the embedded provider's books. */
export type EmbeddedSubscription = {
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
  cardBrand: string
  cardLast4: string
  cardEndsAt: Date
  cardFingerprint: string | null
}

/** A renewal that fails is given up, and the subscription ended, after this many days. */
const givenUpAfterMs = 14 * 86_400_000

/**
 * What the clock has made of a subscription. At the end of a trial or period it ends, when that was asked for, or is charged for the
 * next one: with a card that is still good it goes on, with one that has run out it is past due from that moment.
 * @returns every state it went through, oldest first; none when nothing was due
 */
const advanceSubscription = (subscription: EmbeddedSubscription, now: Date): EmbeddedSubscription[] => {
  const next = nextState(subscription, now)
  return next ? [next, ...advanceSubscription(next, now)] : []
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
  const billingAnchor = status === 'trialing' ? due : subscription.billingAnchor
  const renewed = { ...subscription, billingAnchor, currentPeriodEnd: periodEnd(billingAnchor, due, subscription) }
  const isPaid = due < subscription.cardEndsAt
  return isPaid ? { ...renewed, status: 'active' } : { ...renewed, status: 'past_due', pastDueSince: due }
}

type Interval = { interval: IntervalUnit; intervalCount: number }

const day = 86_400_000

/**
 * The end of the period that begins at `start`. Months are counted from the day on which billing began, so that a plan begun on
 * the 31st ends on the last day of shorter months and on the 31st again afterwards.
 */
export const periodEnd = (anchor: Date, start: Date, { interval, intervalCount }: Interval): Date => {
  if (interval === 'day') return new Date(start.getTime() + intervalCount * day)
  if (interval === 'week') return new Date(start.getTime() + intervalCount * 7 * day)
  const months = interval === 'year' ? intervalCount * 12 : intervalCount
  for (let periods = 1; ; periods += 1) {
    const end = addMonths(anchor, periods * months)
    if (end > start) return end
  }
}

const addMonths = (from: Date, months: number): Date => {
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}
