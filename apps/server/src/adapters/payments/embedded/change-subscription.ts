import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { advanceSubscription, type EmbeddedSubscription } from './advance-subscription.ts'
import { deleteOldCardPages, deleteOldRequests, insertRequest } from './card-page-queries.ts'
import { deleteUnpaidCheckouts, findSubscription, lockDueSubscriptions, saveSubscription } from './queries.ts'
import { recordEvent } from './record-event.ts'

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
