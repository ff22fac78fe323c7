import type { Discount, Reduction } from '@kitewise/rules/reduced-price'
import type { Stripe } from 'stripe'
import type {
  IntervalUnit,
  NextPlan,
  PaymentMethod,
  Price,
  ProviderCheckout,
  ProviderDispute,
  ProviderPayment,
  ProviderSubscription,
} from '../port.ts'

/** Expanded with a subscription to know how it is paid. */
export const paymentParts = ['default_payment_method', 'customer.invoice_settings.default_payment_method']

/** Expanded with a subscription to know what it costs, too. */
export const subscriptionParts = [...paymentParts, 'discounts.source.coupon', 'schedule.phases.items.price']

export function idOf(object: string | { id: string } | null): string | null {
  return object !== null && typeof object === 'object' ? object.id : object
}

/** A session is complete when nothing is left to pay; a payment under way leaves it open. */
export function readCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  return {
    sessionId: session.id,
    reference: session.client_reference_id,
    status: statusOf(session),
    subscriptionId: idOf(session.subscription),
  }
}

const statusOf = ({ status, payment_status }: Stripe.Checkout.Session): ProviderCheckout['status'] => {
  if (status === 'expired') return 'expired'
  return status === 'complete' && payment_status !== 'unpaid' ? 'complete' : 'open'
}

/** @param productIds our product ids by Stripe's price ids */
export function readSubscription(
  subscription: Stripe.Subscription,
  productIds: ReadonlyMap<string, string>,
): ProviderSubscription {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Stripe's subscription ${subscription.id} has no item`)
  const price = readPrice(item.price, productIds.get(item.price.id) ?? '')
  if (!price) throw new Error(`Stripe's subscription ${subscription.id} has a price that is not a plain recurring one`)
  const method = subscription.default_payment_method ?? customersMethod(subscription)
  return {
    id: subscription.id,
    reference: subscription.metadata.reference ?? null,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: item.current_period_end,
    trialEnd: subscription.trial_end,
    pastDueSince: null,
    cardFingerprint: fingerprintOf(method),
    paymentMethod: readPaymentMethod(method),
    endedAt: subscription.ended_at,
    nextPlan: readNextPlan(subscription, productIds),
    discounts: readDiscounts(subscription, item.current_period_end),
    isLive: subscription.livemode,
    latestPaymentId: subscription.status === 'trialing' ? null : idOf(subscription.latest_invoice),
    ...price,
    productId: price.productId || null,
  }
}

/** From the schedule that `changePlan` makes; needs `subscriptionParts`. */
const readNextPlan = (
  { schedule, items }: Stripe.Subscription,
  productIds: ReadonlyMap<string, string>,
): NextPlan | null => {
  const [item] = items.data
  if (!item || schedule === null || typeof schedule === 'string') return null
  const next = schedule.phases.find(({ start_date: start }) => start >= item.current_period_end)?.items[0]?.price
  if (!next || typeof next === 'string' || next.deleted || next.id === item.price.id) return null
  const price = readPrice(next, '')
  if (!price) return null
  const { amount, interval, intervalCount } = price
  return { productId: productIds.get(next.id) ?? null, amount, interval, intervalCount }
}

/** Needs `subscriptionParts`. One for a single payment that is still there reduces the next payment. */
const readDiscounts = ({ discounts }: Stripe.Subscription, periodEnd: number): Discount[] =>
  discounts.flatMap((discount) => {
    const coupon = typeof discount === 'string' ? null : discount.source.coupon
    if (coupon === null || typeof coupon === 'string' || typeof discount === 'string') return []
    const reduction = readReduction(coupon)
    const until = coupon.duration === 'once' ? periodEnd + 1 : coupon.duration === 'forever' ? null : discount.end
    return reduction ? [{ ...reduction, until }] : []
  })

/** Null for a kind of coupon that isn't sold here. */
export function readReduction({ percent_off: percentOff, amount_off: amountOff }: Stripe.Coupon): Reduction | null {
  if (amountOff !== null) return { percentOff: null, amountOff }
  return percentOff === null ? null : { percentOff, amountOff: null }
}

/** Null for an invoice without an amount, or that nobody has tried to collect. Needs `payments` expanded. */
export function readPayment(
  invoice: Stripe.Invoice,
  refundedOf: (paymentIntent: string) => number,
): ProviderPayment | null {
  const isPaid = invoice.status === 'paid'
  const amount = isPaid ? invoice.amount_paid : invoice.amount_due
  if (!invoice.id || amount === 0 || !(isPaid || isRefused(invoice))) return null
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')
  const chargeId = idOf(paid?.payment.payment_intent ?? null)
  return {
    id: invoice.id,
    chargeId,
    status: isPaid ? 'paid' : 'failed',
    amount,
    refunded: chargeId === null ? 0 : refundedOf(chargeId),
    currency: invoice.currency,
    failedAttempts: Math.max(0, invoice.attempt_count - (isPaid ? 1 : 0)),
    isLive: invoice.livemode,
    createdAt: invoice.created,
    paidAt: isPaid ? (invoice.status_transitions.paid_at ?? invoice.created) : null,
    ...readShares(invoice),
  }
}

const isRefused = ({ status, attempt_count: attempts }: Stripe.Invoice): boolean =>
  (status === 'open' || status === 'uncollectible') && attempts > 0

const readShares = (invoice: Stripe.Invoice): Pick<ProviderPayment, 'tax' | 'discount' | 'country'> => ({
  tax: sumOf(invoice.total_taxes),
  discount: sumOf(invoice.total_discount_amounts),
  country: invoice.customer_address?.country ?? null,
})

const sumOf = (parts: { amount: number }[] | null): number => (parts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** A closed warning or a prevented dispute took nothing. */
export function readDispute(dispute: Stripe.Dispute, chargeId: string): ProviderDispute {
  const { id, status, amount, currency, reason, created, livemode, evidence_details: evidence } = dispute
  return {
    id,
    chargeId,
    status: status.endsWith('needs_response')
      ? 'open'
      : status.endsWith('under_review')
        ? 'under_review'
        : status === 'lost'
          ? 'lost'
          : 'won',
    amount,
    currency,
    reason,
    dueAt: evidence.due_by,
    openedAt: created,
    isLive: livemode,
  }
}

/** Null for a price that is not one amount per period. */
export function readPrice(price: Stripe.Price, productId: string): Price | null {
  if (price.unit_amount === null || price.recurring === null) return null
  const { interval, interval_count: intervalCount } = price.recurring
  // The library allows for units that Stripe does not have.
  return {
    productId,
    amount: price.unit_amount,
    currency: price.currency,
    interval: interval as IntervalUnit,
    intervalCount,
  }
}

type MethodPlace = Stripe.Subscription['default_payment_method']

/** The customer's default, for a subscription without its own; needs `paymentParts`. */
export function customersMethod({ customer }: Stripe.Subscription): MethodPlace {
  return typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method
}

const fingerprintOf = (method: MethodPlace): string | null =>
  method === null || typeof method === 'string' ? null : (method.card?.fingerprint ?? null)

const readPaymentMethod = (method: MethodPlace): PaymentMethod | null => {
  if (method === null || typeof method === 'string') return null
  const { type, card } = method
  if (!card) return { type, card: null }
  return { type, card: { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } }
}
