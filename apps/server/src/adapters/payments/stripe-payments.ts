import { Stripe } from 'stripe'
import {
  type CardPageRequest,
  type CheckoutRequest,
  CustomerUnknown,
  type Payments,
  type ProviderDispute,
  type ProviderPayment,
  type RefundedPayment,
  type RefundRequest,
} from './port.ts'
import { CouponRefused } from './coupons/port.ts'
import { askStripe, getFromStripe, rememberPrices } from './stripe/ask-stripe.ts'
import { changePlan, releaseSchedule } from './stripe/change-plan.ts'
import { createStripeCoupons } from './stripe/coupons.ts'
import {
  customersMethod,
  idOf,
  paymentParts,
  readCheckout,
  readDispute,
  readPayment,
  readPrice,
  readSubscription,
  subscriptionParts,
} from './stripe/read-objects.ts'
import { createStripeSeats, type SeatPriceIds } from './stripe/seats.ts'
import { verifyEvent } from './stripe/verify-event.ts'

export type StripeParts = {
  secretKey: string
  webhookSecrets: readonly string[]
  prices: Readonly<Record<string, string>>
  seatPrices: SeatPriceIds
  /** Replaces Stripe's own address in tests. */
  apiUrl: string | null
  hasAutomaticTax: boolean
  /** One call from start to the last byte, without retries. */
  timeoutMs: number
  clock: () => Date
}

/** Retries use the same idempotency key. */
const mostRetries = 2

export function createStripePayments(parts: StripeParts): Payments {
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
      const session = await beginSession(stripe, request, sessionOf(request, parts))
      if (!session.url) throw new Error('Stripe returned a checkout session without a URL')
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
      const subscription = await askStripe(() => stripe.subscriptions.retrieve(id, { expand: subscriptionParts }))
      return subscription && readSubscription(subscription, productIds)
    },
    listPayments: (subscription) => listPayments(stripe, subscription),
    listDisputes: (chargeId) => listDisputes(stripe, chargeId),
    listDisputesSince: (openedAt) => listDisputesSince(stripe, openedAt),
    listRefundedSince: (refundedAt) => listRefundedSince(stripe, refundedAt),
    cancelAtPeriodEnd: (id, idempotencyKey) => changeRenewal(stripe, id, { endsWithPeriod: true, idempotencyKey }),
    resume: (id, idempotencyKey) => changeRenewal(stripe, id, { endsWithPeriod: false, idempotencyKey }),
    changePlan: (subscriptionId, productId) => changePlan(stripe, { subscriptionId, priceId: parts.prices[productId] }),
    cancelNow: async (id) => {
      await askStripe(() => stripe.subscriptions.cancel(id))
    },
    refundAll: (id) => refundAll(stripe, id),
    refundAmount: (request) => refundAmount(stripe, request),
    // Also ends the customer's subscriptions.
    forgetCustomer: async (id) => void (await askStripe(() => stripe.customers.del(id))),
    // Stripe never deletes a session. An expired one cannot be paid and goes with its customer.
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
    seats: createStripeSeats(stripe, parts),
    coupons: createStripeCoupons(stripe),
    embedded: null,
  }
}

export function connectStripe({
  secretKey,
  apiUrl,
  timeoutMs,
}: Pick<StripeParts, 'secretKey' | 'apiUrl' | 'timeoutMs'>): Stripe {
  const place = apiUrl ? new URL(apiUrl) : null
  const elsewhere = place && {
    protocol: place.protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: place.hostname,
    port: place.port || (place.protocol === 'http:' ? '80' : '443'),
  }
  return new Stripe(secretKey, {
    // The default client's timeout restarts with every byte; this client's covers the whole call.
    httpClient: Stripe.createFetchHttpClient(fetchWithoutRedirects),
    timeout: timeoutMs,
    maxNetworkRetries: mostRetries,
    telemetry: false,
    ...elsewhere,
  })
}

/** A redirect would send the key to another address. */
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

const beginSession = async (
  stripe: Stripe,
  { couponId, customerId, idempotencyKey }: CheckoutRequest,
  wish: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> => {
  try {
    const session = await askStripe(() => stripe.checkout.sessions.create(wish, { idempotencyKey }))
    if (session) return session
    throw customerId === null ? new Error('Stripe does not know a configured price') : new CustomerUnknown()
  } catch (error) {
    const isCoupon = couponId !== null && error instanceof Stripe.errors.StripeInvalidRequestError
    throw isCoupon ? new CouponRefused(error.message, { cause: error }) : error
  }
}

const sessionOf = (
  request: CheckoutRequest,
  { prices, hasAutomaticTax }: Pick<StripeParts, 'prices' | 'hasAutomaticTax'>,
): Stripe.Checkout.SessionCreateParams => {
  const { reference, email, customerId, productId, trialDays, couponId } = request
  const price = prices[productId]
  if (price === undefined) throw new Error(`no Stripe price is configured for ${productId}`)
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    // A card is asked for even if nothing is due today.
    payment_method_collection: 'always',
    ...(couponId !== null && { discounts: [{ promotion_code: couponId }] }),
    client_reference_id: reference,
    metadata: { reference },
    subscription_data: { metadata: { reference }, ...(trialDays > 0 ? { trial_period_days: trialDays } : {}) },
    success_url: request.successUrl.replace('{sessionId}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: request.canceledUrl,
    ...(customerId ? { customer: customerId } : { customer_email: email }),
    // Tax needs an address; a known customer's is replaced by the one typed here.
    ...(hasAutomaticTax && {
      automatic_tax: { enabled: true },
      billing_address_collection: 'required',
      ...(customerId && { customer_update: { address: 'auto' } }),
    }),
  }
}

/** A session may be paid after our check: Stripe then refuses, and its current state is the answer. */
const expireOrRead = async (stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> => {
  try {
    return await stripe.checkout.sessions.expire(id)
  } catch (error) {
    const session = await stripe.checkout.sessions.retrieve(id)
    if (session.status === 'open') throw error
    return session
  }
}

/** Ignores a subscription that has ended. Drops a change of plan, because Stripe allows no other change beside it. */
const changeRenewal = async (
  stripe: Stripe,
  id: string,
  { endsWithPeriod, idempotencyKey }: { endsWithPeriod: boolean; idempotencyKey: string },
): Promise<void> => {
  const change = { cancel_at_period_end: endsWithPeriod }
  const before = await askStripe(() => stripe.subscriptions.retrieve(id))
  if (before) await releaseSchedule(stripe, before)
  try {
    await askStripe(() => stripe.subscriptions.update(id, change, { idempotencyKey }))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const subscription = await askStripe(() => stripe.subscriptions.retrieve(id))
    if (subscription && !hasEnded(subscription)) throw error
  }
}

/** An invoice does not say what was refunded; its charge does. */
const listPayments = async (
  stripe: Stripe,
  { id, customerId }: { id: string; customerId: string },
): Promise<ProviderPayment[]> => {
  const [invoices, charges] = await Promise.all([
    askStripe(() => stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })),
    askStripe(() => stripe.charges.list({ customer: customerId, limit: 100 })),
  ])
  const refunds = new Map<string, number>()
  for (const { payment_intent: place, amount_refunded: refunded } of charges?.data ?? []) {
    const paymentIntent = idOf(place)
    if (paymentIntent !== null) refunds.set(paymentIntent, (refunds.get(paymentIntent) ?? 0) + refunded)
  }
  const refundedOf = (paymentIntent: string) => refunds.get(paymentIntent) ?? 0
  return (invoices?.data ?? []).flatMap((invoice) => readPayment(invoice, refundedOf) ?? [])
}

const listDisputes = async (stripe: Stripe, chargeId: string): Promise<ProviderDispute[]> => {
  const found = await askStripe(() => stripe.disputes.list({ payment_intent: chargeId, limit: 100 }))
  return (found?.data ?? []).map((dispute) => readDispute(dispute, chargeId))
}

/** One about a charge without a payment intent can't be about an invoice. */
const listDisputesSince = async (stripe: Stripe, openedAt: number): Promise<ProviderDispute[]> => {
  const listed = await getFromStripe(async () => {
    const all: Stripe.Dispute[] = []
    for await (const dispute of stripe.disputes.list({ created: { gte: openedAt }, limit: 100 })) all.push(dispute)
    return all
  })
  return listed.flatMap((dispute) => {
    const chargeId = idOf(dispute.payment_intent)
    return chargeId === null ? [] : [readDispute(dispute, chargeId)]
  })
}

const listRefundedSince = async (stripe: Stripe, refundedAt: number): Promise<RefundedPayment[]> => {
  const sums = await getFromStripe(async () => {
    const found = new Map<string, number>()
    for await (const refund of stripe.refunds.list({ created: { gte: refundedAt }, limit: 100 })) {
      const chargeId = idOf(refund.payment_intent)
      const counts = refund.status !== 'failed' && refund.status !== 'canceled'
      if (chargeId !== null) found.set(chargeId, (found.get(chargeId) ?? 0) + (counts ? refund.amount : 0))
    }
    return found
  })
  return [...sums].map(([chargeId, refunded]) => ({ chargeId, refunded }))
}

const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

/** Refunds every paid invoice of a subscription. */
const refundAll = async (stripe: Stripe, subscriptionId: string): Promise<'refunded' | 'refused'> => {
  const invoices = await askStripe(() =>
    stripe.invoices.list({ subscription: subscriptionId, limit: 100, expand: ['data.payments'] }),
  )
  let outcome: 'refunded' | 'refused' = 'refunded'
  for (const invoice of invoices?.data ?? [])
    for (const { status, payment } of invoice.payments?.data ?? []) {
      const paymentIntent = idOf(payment.payment_intent ?? null)
      if (status !== 'paid' || paymentIntent === null) continue
      if ((await refundOnce(stripe, paymentIntent)) === 'refused') outcome = 'refused'
    }
  return outcome
}

/** Stripe refuses a repeated refund, which is no failure, and one of a disputed payment, which stays refused. */
const refundOnce = async (stripe: Stripe, paymentIntent: string): Promise<'refunded' | 'refused'> => {
  const idempotencyKey = `refund:${paymentIntent}`
  try {
    await askStripe(() => stripe.refunds.create({ payment_intent: paymentIntent }, { idempotencyKey }))
    return 'refunded'
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return error.code === 'charge_already_refunded' ? 'refunded' : 'refused'
  }
}

/** Stripe forgets a key after a day, so the refund carries it too. */
const refundAmount = async (
  stripe: Stripe,
  { chargeId, amount, idempotencyKey }: RefundRequest,
): Promise<'refunded' | 'refused'> => {
  try {
    const earlier = await askStripe(() => stripe.refunds.list({ payment_intent: chargeId, limit: 100 }))
    const known = earlier?.data.find(({ metadata }) => metadata?.reference === idempotencyKey)
    const wish = { payment_intent: chargeId, amount, metadata: { reference: idempotencyKey } }
    const refund = known ?? (await askStripe(() => stripe.refunds.create(wish, { idempotencyKey })))
    return refund === null || refund.status === 'failed' || refund.status === 'canceled' ? 'refused' : 'refunded'
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused'
    throw error
  }
}

/** The customer portal, at its form for a new card. */
const cardPageOf = (request: CardPageRequest): Stripe.BillingPortal.SessionCreateParams => ({
  customer: request.customerId,
  return_url: request.returnUrl,
  flow_data: {
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: request.changedUrl } },
  },
})

/**
 * The portal changes the customer's default card. A subscription with its own, as checkout creates it, ignores that. The default card
 * may be older than the subscription's own: then it is one of an earlier plan.
 */
const adoptCustomersCard = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const subscription = await askStripe(() => stripe.subscriptions.retrieve(subscriptionId, { expand: paymentParts }))
  const wanted = subscription && customersMethod(subscription)
  if (!subscription || !wanted || idOf(wanted) === idOf(subscription.default_payment_method)) return
  if (addedAt(wanted) < addedAt(subscription.default_payment_method)) return
  const default_payment_method = idOf(wanted) ?? ''
  await askStripe(() => stripe.subscriptions.update(subscriptionId, { default_payment_method }))
  const scheduleId = idOf(subscription.schedule)
  // Its next phase would bring the former card back.
  if (scheduleId !== null)
    await askStripe(() =>
      stripe.subscriptionSchedules.update(scheduleId, { default_settings: { default_payment_method } }),
    )
}

/** In Unix seconds; 0 without a card. */
const addedAt = (method: string | Stripe.PaymentMethod | null): number =>
  method !== null && typeof method === 'object' ? method.created : 0
