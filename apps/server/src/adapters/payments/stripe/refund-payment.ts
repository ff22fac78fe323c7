import { Stripe } from 'stripe'
import { askStripe } from './ask-stripe.ts'
import { idOf } from './read-objects.ts'

/**
 * Gives what was paid on a subscription's newest invoice back. Stripe refuses what was given back before, and so does a repeated key:
 * neither is a failure.
 */
export const refundPayment = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const subscription = await askStripe(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice.payments'] }),
  )
  const invoice = subscription?.latest_invoice
  if (!invoice || typeof invoice === 'string') return
  for (const { status, payment } of invoice.payments?.data ?? []) {
    const paymentIntent = idOf(payment.payment_intent ?? null)
    if (status === 'paid' && paymentIntent !== null) await refundOnce(stripe, paymentIntent)
  }
}

const refundOnce = async (stripe: Stripe, paymentIntent: string): Promise<void> => {
  const idempotencyKey = `refund:${paymentIntent}`
  try {
    await askStripe(() => stripe.refunds.create({ payment_intent: paymentIntent }, { idempotencyKey }))
  } catch (error) {
    const isDone = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
    if (!isDone) throw error
  }
}
