import { Stripe } from 'stripe'
import { z } from 'zod'
import { parseEvent, type PaymentEvent } from '../port.ts'

const windowSeconds = 300

/** The part of Stripe's events that names the object to read again. */
const eventShape = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({
      object: z.string().optional(),
      id: z.string().optional(),
      subscription: z.string().nullish(),
      payment_intent: z.string().nullish(),
      parent: z.object({ subscription_details: z.object({ subscription: z.string() }).nullish() }).nullish(),
    }),
  }),
})

export type EventRules = {
  /** The current one, and during a rotation the other one too. */
  secrets: readonly string[]
  /** Live installations ignore events of the test mode, and the other way round. */
  isLive: boolean
}

/** Checks the signature before it parses anything. Null for anything but a fresh event for us. */
export function verifyEvent(
  { secrets, isLive }: EventRules,
  rawBytes: Buffer,
  signature: string | null,
  now: Date,
): PaymentEvent | null {
  if (signature === null || !secrets.some((secret) => isSigned(rawBytes, signature, secret, now))) return null
  const event = parseEvent(eventShape, rawBytes)
  return event?.livemode === isLive ? readEvent(event) : null
}

const isSigned = (rawBytes: Buffer, signature: string, secret: string, now: Date): boolean => {
  try {
    Stripe.webhooks.constructEvent(rawBytes, signature, secret, windowSeconds, undefined, now.getTime())
    return true
  } catch {
    return false
  }
}

const readEvent = ({ id, type, data }: z.infer<typeof eventShape>): PaymentEvent => {
  const { object } = data
  const concernsPayment = /^(invoice|charge|refund)\./.test(type)
  const isRefundReturned = type === 'refund.failed'
  const nothing = { sessionId: null, subscriptionId: null, customerId: null, chargeId: null }
  const event = { id, type, ...nothing, concernsPayment, isRefundReturned }
  const objectId = object.id ?? null
  if (type.startsWith('checkout.session.'))
    return { ...event, sessionId: objectId, subscriptionId: object.subscription ?? null }
  if (type.startsWith('customer.subscription.')) return { ...event, subscriptionId: objectId }
  if (type === 'customer.updated') return { ...event, customerId: objectId }
  if (type.startsWith('invoice.')) {
    // Versions of the API before March 2025 name the subscription in the invoice itself.
    const subscriptionId = object.parent?.subscription_details?.subscription ?? object.subscription ?? null
    return { ...event, subscriptionId }
  }
  return { ...event, chargeId: concernsPayment ? (object.payment_intent ?? null) : null }
}
