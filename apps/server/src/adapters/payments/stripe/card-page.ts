import type { Stripe } from 'stripe'
import type { CardPageRequest } from '../port.ts'
import { askStripe } from './ask-stripe.ts'
import { customersMethod, idOf, paymentParts } from './read-objects.ts'

/** The customer portal, opened at its form for a new card. */
export const cardPageOf = (request: CardPageRequest): Stripe.BillingPortal.SessionCreateParams => ({
  customer: request.customerId,
  return_url: request.returnUrl,
  flow_data: {
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: request.changedUrl } },
  },
})

/**
 * The portal makes the new card the customer's default, which a subscription with a default of its own (as checkout makes it) does not
 * follow: this gives the subscription the customer's.
 */
export const adoptCustomersCard = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const subscription = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId, { expand: paymentParts }))
  const wanted = subscription && idOf(customersMethod(subscription))
  if (!subscription || wanted === null || wanted === idOf(subscription.default_payment_method)) return
  await askStripe(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: wanted }))
}
