import type { Context } from '../../context.ts'
import { findNewestChange } from './subscription-changes.sql.ts'

type Applied = { id: string; userId: string; subscriptionId: string }

/** More newer requests than this during one call to the provider are a bug. */
const mostRepetitions = 8

/**
 * After a change was made at the provider: a newer one may have been made while the call was under way, and would be overwritten by
 * it. The newest one is then made again, until nothing is newer. Whoever comes last does this, so the newest wish always stays.
 */
export async function applyNewest(context: Context, applied: Applied): Promise<void> {
  const { db, payments } = context
  const { userId, subscriptionId } = applied
  let last = applied.id
  for (let repetition = 0; repetition < mostRepetitions; repetition += 1) {
    const newest = await findNewestChange(db, userId, subscriptionId)
    if (!newest || newest.id === last) return
    const key = `${newest.id}:after:${last}`
    if (newest.wish === 'plan') await payments.changePlan(subscriptionId, newest.productId)
    else if (newest.wish === 'cancel') await payments.cancelAtPeriodEnd(subscriptionId, key)
    else await payments.resume(subscriptionId, key)
    last = newest.id
  }
  throw new Error('a subscription kept changing while the provider was asked')
}
