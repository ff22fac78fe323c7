import { Stripe } from 'stripe'
import { askStripe } from './ask-stripe.ts'

/** Ends a subscription with its period, or takes that back. One that has ended cannot be changed any more and stays as it is. */
export const changeRenewal = async (
  stripe: Stripe,
  id: string,
  { endsWithPeriod, idempotencyKey }: { endsWithPeriod: boolean; idempotencyKey: string },
): Promise<void> => {
  const change = { cancel_at_period_end: endsWithPeriod }
  try {
    await askStripe(() => stripe.subscriptions.update(id, change, { idempotencyKey }))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const subscription = await askStripe(() => stripe.subscriptions.retrieve(id))
    if (subscription && !hasEnded(subscription)) throw error
  }
}

const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'
