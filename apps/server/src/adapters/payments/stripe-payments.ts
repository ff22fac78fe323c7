import { Stripe } from 'stripe'
import type { CardPageRequest, CheckoutRequest, Payments } from './port.ts'
import { askStripe, getFromStripe, rememberPrices } from './stripe/ask-stripe.ts'
import {
  customersMethod,
  idOf,
  paymentParts,
  readCheckout,
  readPrice,
  readSubscription,
} from './stripe/read-objects.ts'
import { verifyEvent } from './stripe/verify-event.ts'

export type StripeParts = {
  secretKey: string
  webhookSecrets: readonly string[]
  /** Stripe's price ids by our product ids. */
  prices: Readonly<Record<string, string>>
  /** Another place than Stripe's own, for tests. */
  apiUrl: string | null
  /** One call from its start to the last byte of the answer, not counting its repetitions. */
  timeoutMs: number
  clock: () => Date
}

/** Each call is repeated at most twice, with the same idempotency key. */
const mostRetries = 2

/** Stripe as the payment provider: hosted checkout, hosted portal, subscriptions as Stripe keeps them. */
export const createStripePayments = (parts: StripeParts): Payments => {
  const stripe = connectStripe(parts)
  const productIds = new Map(Object.entries(parts.prices).map(([productId, priceId]) => [priceId, productId]))
  const eventRules = { secrets: parts.webhookSecrets, isLive: /^[a-z]+_live_/.test(parts.secretKey) }
  const { sessions } = stripe.checkout
  return {
    provider: 'stripe',
    signatureHeader: 'stripe-signature',
    listPrices: rememberPrices(
      () => readPrices(stripe, parts.prices),
      () => parts.clock().getTime(),
    ),
    createCheckout: async (request) => {
      const options = { idempotencyKey: request.idempotencyKey }
      const session = await getFromStripe(() => sessions.create(sessionOf(request, parts.prices), options))
      if (!session.url) throw new Error('Stripe gave a checkout session without an address')
      return { sessionId: session.id, url: session.url }
    },
    getCheckout: async (id) => {
      const session = await askStripe(() => sessions.retrieve(id))
      return session && readCheckout(session)
    },
    expireCheckout: async (id) => {
      const session = await askStripe(() => sessions.retrieve(id))
      if (session?.status !== 'open') return session && readCheckout(session)
      return readCheckout(await getFromStripe(() => expireOrRead(stripe, id)))
    },
    getSubscription: async (id) => {
      const subscription = await askStripe(() => stripe.subscriptions.retrieve(id, { expand: paymentParts }))
      return subscription && readSubscription(subscription, productIds)
    },
    cancelAtPeriodEnd: (id, idempotencyKey) => changeRenewal(stripe, id, { endsWithPeriod: true, idempotencyKey }),
    resume: (id, idempotencyKey) => changeRenewal(stripe, id, { endsWithPeriod: false, idempotencyKey }),
    cancelNow: async (id) => {
      await askStripe(() => stripe.subscriptions.cancel(id))
    },
    refundPayment: (id) => refundPayment(stripe, id),
    forgetCustomer: async (id) => {
      // Ends the customer's subscriptions too.
      await askStripe(() => stripe.customers.del(id))
    },
    // Stripe keeps a session without an end; one that has expired can no longer be paid, and goes with its customer.
    forgetCheckout: async (id) => {
      const session = await askStripe(() => sessions.retrieve(id))
      if (session?.status === 'open') await getFromStripe(() => expireOrRead(stripe, id))
    },
    openCardPage: async (request) =>
      (await getFromStripe(() => stripe.billingPortal.sessions.create(cardPageOf(request)))).url,
    adoptCard: (id) => adoptCustomersCard(stripe, id),
    changeCustomerEmail: async (customerId, email) => {
      await askStripe(() => stripe.customers.update(customerId, { email }))
    },
    verifyEvent: (rawBytes, signature) => verifyEvent(eventRules, rawBytes, signature, parts.clock()),
    embedded: null,
  }
}

const connectStripe = ({ secretKey, apiUrl, timeoutMs }: StripeParts): Stripe => {
  const place = apiUrl ? new URL(apiUrl) : null
  const elsewhere = place && {
    protocol: place.protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: place.hostname,
    port: place.port || (place.protocol === 'http:' ? '80' : '443'),
  }
  return new Stripe(secretKey, {
    // The timeout of the default client starts again with every byte; the one of this client covers the whole call.
    httpClient: Stripe.createFetchHttpClient(fetchWithoutRedirects),
    timeout: timeoutMs,
    maxNetworkRetries: mostRetries,
    telemetry: false,
    ...elsewhere,
  })
}

/** A redirect would take the key to another address. */
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

const readPrices = async (stripe: Stripe, prices: StripeParts['prices']) => {
  const found = await Promise.all(
    Object.entries(prices).map(async ([productId, priceId]) => {
      const price = await askStripe(() => stripe.prices.retrieve(priceId))
      return price?.active ? readPrice(price, productId) : null
    }),
  )
  return found.filter((price) => price !== null)
}

const sessionOf = (request: CheckoutRequest, prices: StripeParts['prices']): Stripe.Checkout.SessionCreateParams => {
  const { reference, email, customerId, productId, trialDays } = request
  const price = prices[productId]
  if (price === undefined) throw new Error(`no Stripe price is configured for ${productId}`)
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    client_reference_id: reference,
    metadata: { reference },
    subscription_data: { metadata: { reference }, ...(trialDays > 0 ? { trial_period_days: trialDays } : {}) },
    success_url: request.successUrl.replace('{sessionId}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: request.canceledUrl,
    ...(customerId ? { customer: customerId } : { customer_email: email }),
  }
}

/** Between our look and our word it may have been paid; Stripe then refuses, and what it is now is the answer. */
const expireOrRead = async (stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> => {
  try {
    return await stripe.checkout.sessions.expire(id)
  } catch (error) {
    const session = await stripe.checkout.sessions.retrieve(id)
    if (session.status === 'open') throw error
    return session
  }
}

/** Ends a subscription with its period, or takes that back. One that has ended cannot be changed any more and stays as it is. */
const changeRenewal = async (
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

/**
 * Gives what was paid on a subscription's newest invoice back. Stripe refuses what was given back before, and so does a repeated key:
 * neither is a failure.
 */
const refundPayment = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
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

/** The customer portal, opened at its form for a new card. */
const cardPageOf = (request: CardPageRequest): Stripe.BillingPortal.SessionCreateParams => ({
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
const adoptCustomersCard = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const subscription = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId, { expand: paymentParts }))
  const wanted = subscription && idOf(customersMethod(subscription))
  if (!subscription || wanted === null || wanted === idOf(subscription.default_payment_method)) return
  await askStripe(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: wanted }))
}
