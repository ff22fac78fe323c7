import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { advanceSubscription, type EmbeddedSubscription } from './advance-subscription.ts'
import { deleteUnpaidCheckouts, findSubscription, lockDueSubscriptions, saveSubscription } from './queries.ts'
import { recordEvent } from './record-event.ts'

/** Checkouts that nobody paid are forgotten this long after they have expired. */
const unpaidKeptMs = 90 * 86_400_000

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
    await deleteUnpaidCheckouts(tx, new Date(now.getTime() - unpaidKeptMs))
    return changed
  })
