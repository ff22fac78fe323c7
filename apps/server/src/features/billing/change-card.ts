import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findOwnSubscription, type Place } from './find-own-subscription.ts'
import { hasEnded, type ShownSubscription } from './subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Opens the provider's page for changing the card of a learner's subscription.
 * @throws PaymentsUnavailable when the provider does not answer
 */
export const openCardPage = async (context: Context, place: Place): Promise<Result<{ url: string }>> => {
  const { payments, config } = context
  const own = await findOwnSubscription(context, place)
  if (!own) return refuse('subscription_not_found')
  if (hasEnded(own)) return refuse('subscription_ended')
  if (own.provider !== payments.provider || own.providerCustomerId === null) return refuse('card_not_changeable')
  const url = await payments.openCardPage({
    subscriptionId: own.id,
    customerId: own.providerCustomerId,
    returnUrl: `${config.publicUrl}/subscription`,
    changedUrl: `${config.publicUrl}/subscription?card=changed`,
  })
  return ok({ url })
}

/**
 * Reads a learner's subscription again from the provider, with the card that was given on its page. Where no provider knows it, it is
 * as it is.
 * @throws PaymentsUnavailable when the provider does not answer
 */
export const refreshSubscription = async (context: Context, place: Place): Promise<Result<ShownSubscription>> => {
  const { payments } = context
  const own = await findOwnSubscription(context, place)
  if (own && own.provider === payments.provider) {
    await payments.adoptCard(own.id)
    await syncSubscription(context, own.id)
  }
  const fresh = await findOwnSubscription(context, place)
  return fresh ? ok(fresh) : refuse('subscription_not_found')
}
