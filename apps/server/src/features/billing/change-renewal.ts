import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { beginChange } from './begin-change.ts'
import { type Change, saveRenewal, settleChange, type Wish } from './change-queries.ts'
import { findOwnSubscription, type Place } from './find-own-subscription.ts'
import { isProvidersOwn } from './is-providers-own.ts'
import { hasEnded, type ShownSubscription } from './subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Ends a learner's subscription with its period, so that access stays until then. Saying it again changes nothing. A subscription
 * that no provider knows is ended in our books, which is all there is of it.
 * @throws PaymentsUnavailable when the provider does not answer; saying it again goes on with the same key
 */
export const cancelSubscription = (context: Context, place: Place): Promise<Result<ShownSubscription>> =>
  changeRenewal(context, place, 'cancel')

/** Takes a scheduled cancellation back, with the same rules; what has ended stays so. */
export const resumeSubscription = (context: Context, place: Place): Promise<Result<ShownSubscription>> =>
  changeRenewal(context, place, 'resume')

const changeRenewal = async (context: Context, place: Place, wish: Wish): Promise<Result<ShownSubscription>> => {
  const own = await findOwnSubscription(context, place)
  if (!own) return refuse('subscription_not_found')
  if (!hasEnded(own)) {
    if (isProvidersOwn(context, own)) await askProvider(context, await beginChange(context, { ...place, wish }))
    else await saveRenewal(context.db, own.id, wish)
  }
  const changed = await findOwnSubscription(context, place)
  if (!changed) return refuse('subscription_not_found')
  return wish === 'resume' && hasEnded(changed) ? refuse('subscription_ended') : ok(changed)
}

const askProvider = async (context: Context, change: Change): Promise<void> => {
  const { payments, db, clock } = context
  const { subscriptionId, id, wish } = change
  try {
    if (wish === 'cancel') await payments.cancelAtPeriodEnd(subscriptionId, id)
    else await payments.resume(subscriptionId, id)
  } catch (error) {
    const isAnswered = !(error instanceof PaymentsUnavailable) || error.isAnswered
    if (isAnswered) await settleChange(db, change, clock())
    throw error
  }
  await settleChange(db, change, clock())
  await syncSubscription(context, subscriptionId)
}
