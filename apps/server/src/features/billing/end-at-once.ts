import type { Context } from '../../context.ts'
import { saveEnd } from './contract-queries.ts'
import { findOwnSubscription, type Place } from './find-own-subscription.ts'
import { isProvidersOwn } from './is-providers-own.ts'
import { hasEnded } from './subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Ends a learner's subscription now; one that has ended stays so. One that no provider knows is ended in our books.
 * @throws PaymentsUnavailable when the provider does not answer; saying it again goes on
 */
export const endAtOnce = async (context: Context, place: Place): Promise<void> => {
  const own = await findOwnSubscription(context, place)
  if (!own || hasEnded(own)) return
  if (!isProvidersOwn(context, own)) return saveEnd(context.db, own.id, context.clock())
  await context.payments.cancelNow(own.id)
  await syncSubscription(context, own.id)
}
