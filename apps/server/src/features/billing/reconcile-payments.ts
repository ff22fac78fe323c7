import type { Context } from '../../context.ts'
import { listUnfinished } from './checkout-queries.ts'
import { listRunningSubscriptions } from './provider-queries.ts'
import { syncCheckout } from './sync-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Compares everything that may still change with the provider, so that an event that never came costs nobody their access and gives
 * nobody one for long.
 * @throws when something could not be compared; what could be is stored all the same
 */
export const reconcilePayments = async (context: Context): Promise<void> => {
  const { db, payments } = context
  const failures: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error))
  for (const { sessionId, status } of await listUnfinished(db, payments.provider)) {
    if (sessionId === null) continue
    if (status === 'replaced') await attempt(payments.expireCheckout(sessionId))
    await attempt(syncCheckout(context, sessionId))
  }
  for (const id of await listRunningSubscriptions(db, payments.provider, null))
    await attempt(syncSubscription(context, id))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be compared`)
}
