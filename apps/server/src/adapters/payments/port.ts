import type { Discount } from '@kitewise/rules/reduced-price'
import type { z } from 'zod'
import type { CouponPayments } from './coupons/port.ts'
import type { EmbeddedInvoice } from './embedded/seats.ts'
import type { SeatPayments } from './seats/port.ts'

/** A payment provider in our terms. Its current object is the truth: events only say that it is time to read it again. */
export type Payments = {
  provider: 'embedded' | 'stripe'
  signatureHeader: string
  listPrices: () => Promise<Price[]>
  /** Begins a payment. The same request with the same key returns the same session. */
  createCheckout: (request: CheckoutRequest) => Promise<{ sessionId: string; url: string }>
  getCheckout: (sessionId: string) => Promise<ProviderCheckout | null>
  /** Expires an open session. Returns its state afterwards: one that was paid first stays `complete`. */
  expireCheckout: (sessionId: string) => Promise<ProviderCheckout | null>
  getSubscription: (subscriptionId: string) => Promise<ProviderSubscription | null>
  /** What was charged for the subscription or could not be: the newest 100, without amounts of zero. Newest first. */
  listPayments: (subscription: { id: string; customerId: string }) => Promise<ProviderPayment[]>
  /** The disputes about a payment, as `ProviderPayment.chargeId`; none for an unknown one. */
  listDisputes: (chargeId: string) => Promise<ProviderDispute[]>
  /** The disputes about any payment that were opened at or after a moment, as Unix seconds. */
  listDisputesSince: (openedAt: number) => Promise<ProviderDispute[]>
  /**
   * Payments of which something was refunded at or after a moment (Unix seconds), with the sum of those refunds; one that came back
   * doesn't count. May also list older ones.
   */
  listRefundedSince: (refundedAt: number) => Promise<RefundedPayment[]>
  /** Ends the subscription with its period. Ignores ended and unknown ones. A repeated key, even late, changes nothing. */
  cancelAtPeriodEnd: (subscriptionId: string, idempotencyKey: string) => Promise<void>
  /** Undoes `cancelAtPeriodEnd`, with the same rules. */
  resume: (subscriptionId: string, idempotencyKey: string) => Promise<void>
  /**
   * Changes what the subscription costs from its next payment on: when the trial or the period ends, without anything charged or
   * credited before. With the current plan, it undoes such a change. Says what shall be, so a repetition changes nothing.
   * Canceling drops it. `refused`: not active or trialing, canceled, or no such price in its currency.
   */
  changePlan: (subscriptionId: string, productId: string) => Promise<'changed' | 'refused'>
  /** Ends the subscription at once. Ignores ended ones. */
  cancelNow: (subscriptionId: string) => Promise<void>
  /**
   * Refunds what is left of every payment of a subscription. Idempotent. `refused`: the provider won't refund one of them, for example
   * because it is disputed; the others are refunded. Throws PaymentsUnavailable when the provider does not answer.
   */
  refundAll: (subscriptionId: string) => Promise<'refunded' | 'refused'>
  /**
   * Refunds a part of a payment. A repeated key, even late, refunds nothing more. `refused`: the provider won't, for example
   * because less than the amount is left or the payment is disputed.
   */
  refundAmount: (request: RefundRequest) => Promise<'refunded' | 'refused'>
  /** Ends the customer's subscriptions and erases personal data, except what the law requires. Ignores unknown ones. */
  forgetCustomer: (customerId: string) => Promise<void>
  /** Erases a checkout as far as the provider can; an open one can't be paid afterwards. */
  forgetCheckout: (sessionId: string) => Promise<void>
  /** Opens a page of the provider that changes the card, valid for a short time. Returns its address. */
  openCardPage: (request: CardPageRequest) => Promise<string>
  /** Makes the card from the provider's page the one that pays for this subscription, unless its own was added later. */
  adoptCard: (subscriptionId: string) => Promise<void>
  /** Changes the address the provider writes to. Ignores unknown customers. */
  changeCustomerEmail: (customerId: string, email: string) => Promise<void>
  /** Null when the bytes are no event, the signature is not the provider's, or it is older than 300 seconds. */
  verifyEvent: (rawBytes: Buffer, signature: string | null) => PaymentEvent | null
  /** What organizations buy. Renewal and refunds of a contract are those of a subscription. */
  seats: SeatPayments
  coupons: CouponPayments
  /** The embedded provider's pages and clock; null with any other provider. */
  embedded: EmbeddedProvider | null
}

/** From the config. External providers charge the price in their own books. */
export type Plan = {
  productId: string
  name: string
  /** Minor units. */
  amount: number
  /** ISO 4217 in lower case. */
  currency: string
  interval: IntervalUnit
  intervalCount: number
  trialDays: number
  isMostPopular: boolean
}

export type IntervalUnit = 'day' | 'week' | 'month' | 'year'

export type Price = Pick<Plan, 'productId' | 'amount' | 'currency' | 'interval' | 'intervalCount'>

export type CheckoutRequest = {
  /** Our id of the purchase, which checkout and subscription carry. */
  reference: string
  email: string
  /** The provider's; null for a new one. Throws CustomerUnknown when the provider has no such customer. */
  customerId: string | null
  productId: string
  trialDays: number
  /** Throws CouponRefused when it can't be used any more. */
  couponId: string | null
  /** `{sessionId}` is replaced. */
  successUrl: string
  failedUrl: string
  /** After leaving the provider's page without paying. */
  canceledUrl: string
  idempotencyKey: string
}

export type CardPageRequest = {
  subscriptionId: string
  customerId: string
  returnUrl: string
  changedUrl: string
}

export type RefundRequest = {
  subscriptionId: string
  /** As in `ProviderPayment`. */
  chargeId: string
  /** Minor units. */
  amount: number
  idempotencyKey: string
}

/** `chargeId` as in `ProviderPayment`; minor units. */
export type RefundedPayment = { chargeId: string; refunded: number }

export type ProviderCheckout = {
  sessionId: string
  reference: string | null
  /** complete: paid, or the trial has begun. A payment under way is `open`. */
  status: 'open' | 'complete' | 'expired'
  subscriptionId: string | null
}

/** `productId`: null for a price that is no plan's. In the currency of the subscription. */
export type NextPlan = Omit<Price, 'productId' | 'currency'> & { productId: string | null }

/** Times are Unix seconds. */
export type ProviderSubscription = {
  id: string
  /** The purchase it came from; null when it was not started here. */
  reference: string | null
  customerId: string
  productId: string | null
  /** active, trialing, past_due, canceled, unpaid, incomplete, incomplete_expired or paused. */
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: number
  trialEnd: number | null
  /** Null when it is not past due, or the provider does not say since when. */
  pastDueSince: number | null
  amount: number
  currency: string
  interval: IntervalUnit
  intervalCount: number
  /** The plan of the next payment, if another one. */
  nextPlan: NextPlan | null
  /** Identifies the paying card, across customers; null where unknown. */
  cardFingerprint: string | null
  paymentMethod: PaymentMethod | null
  /** When it ended for good; null while it runs, or when the provider does not say. */
  endedAt: number | null
  /** What reduces coming payments. */
  discounts: Discount[]
  /** False for test money. */
  isLive: boolean
  /** The newest payment; null during a trial. */
  latestPaymentId: string | null
}

/** An invoice of a subscription. Amounts are minor units and include tax; times are Unix seconds. */
export type ProviderPayment = {
  id: string
  /** What refunds and disputes name; null while nothing is paid. */
  chargeId: string | null
  /** failed: at least one attempt was refused, and nothing is paid. */
  status: 'paid' | 'failed'
  amount: number
  tax: number
  discount: number
  refunded: number
  currency: string
  /** Where the payer is taxed, as two letters; null where unknown. */
  country: string | null
  failedAttempts: number
  isLive: boolean
  createdAt: number
  paidAt: number | null
}

/** A payment that the payer's bank took back. Times are Unix seconds. */
export type ProviderDispute = {
  id: string
  chargeId: string
  /** open: evidence is wanted until `dueAt`. */
  status: 'open' | 'under_review' | 'won' | 'lost'
  /** Minor units. */
  amount: number
  currency: string
  /** The provider's word, such as `fraudulent`. */
  reason: string
  dueAt: number | null
  openedAt: number
  isLive: boolean
}

/** How a subscription is paid. `type` is the provider's word (card, link, …); `card` is null for other methods. */
export type PaymentMethod = { type: string; card: CardSummary | null }

/** The parts of a card that may be shown. `brand` in lower case; a four-digit year. */
export type CardSummary = { brand: string; last4: string; expMonth: number; expYear: number }

/** The object to read again. Every id is null when the event concerns something else. */
export type PaymentEvent = {
  id: string
  type: string
  sessionId: string | null
  subscriptionId: string | null
  /** Set when a customer may have changed the card. */
  customerId: string | null
  /** The payment that was refunded or disputed, as `ProviderPayment.chargeId`. */
  chargeId: string | null
  /** Whether a payment was made, failed or changed. */
  concernsPayment: boolean
  /** A refund didn't arrive: what was refunded of the payment has fallen. */
  isRefundReturned: boolean
}

export type EmbeddedCheckout = ProviderCheckout & {
  /** 1 except for seats. */
  quantity: number
  email: string
  productId: string
  trialDays: number
  couponId: string | null
  successUrl: string
  failedUrl: string
}

export type EmbeddedCardPage = {
  status: 'open' | 'changed' | 'expired'
  card: CardSummary
  changedUrl: string
  returnUrl: string
}

export type CardInput = { cardNumber: string; expiry: string; cvc: string }

/** `country`: two letters, where the payer is taxed; only asked where a country has a tax rate. */
export type PaymentInput = CardInput & { country?: string | undefined }

export type CardRefusal = 'number' | 'expiry' | 'cvc' | 'declined' | 'not_a_test_card'

export type PayOutcome = { status: 'complete' | 'expired' } | { refused: CardRefusal }

export type EmbeddedProvider = {
  /** Percent by country; prices include it. */
  taxRates: Readonly<Record<string, number>>
  findCheckout: (sessionId: string) => Promise<EmbeddedCheckout | null>
  /** Null when there is no such checkout. Paying twice changes nothing. */
  pay: (sessionId: string, payment: PaymentInput) => Promise<PayOutcome | null>
  findCardPage: (pageId: string) => Promise<EmbeddedCardPage | null>
  /** Null when there is no such page. A payment that is due is charged to the new card at once. */
  changeCard: (
    pageId: string,
    card: CardInput,
  ) => Promise<{ status: 'changed' | 'expired' } | { refused: CardRefusal } | null>
  findInvoice: (invoiceId: string) => Promise<EmbeddedInvoice | null>
  /** Null when there is no such invoice. Paying twice changes nothing. */
  payInvoice: (invoiceId: string) => Promise<EmbeddedInvoice | null>
  /** Processes what is due: trials and periods end, renewals succeed or fail. Returns how many subscriptions changed. */
  advance: (now: Date) => Promise<number>
  /** Delivers pending events, oldest first; removes each when `deliver` resolves to true. */
  deliverEvents: (deliver: (rawBytes: Buffer, signature: string) => Promise<boolean>) => Promise<void>
}

/** A temporary failure. `isAnswered`: the provider would repeat this answer for the same idempotency key. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
  readonly isAnswered: boolean

  constructor(message: string, options: ErrorOptions & { isAnswered?: boolean } = {}) {
    super(message, options)
    this.isAnswered = options.isAnswered ?? false
  }
}

/** The provider has no such customer: it was deleted there, or belongs to another account of ours. */
export class CustomerUnknown extends Error {
  override name = 'CustomerUnknown'
}

/** Parses an event; null when the bytes are not JSON or not of this shape, because a signature proves only the sender. */
export function parseEvent<Shape extends z.ZodType>(shape: Shape, rawBytes: Buffer): z.output<Shape> | null {
  let value: unknown
  try {
    value = JSON.parse(rawBytes.toString('utf8'))
  } catch {
    return null
  }
  return shape.safeParse(value).data ?? null
}
