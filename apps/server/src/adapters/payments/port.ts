import type { z } from 'zod'

/**
 * Who takes the money. The words are ours; each implementation translates its provider's. Whatever the provider says, its current
 * object is the truth: events only say that it is time to read it again.
 */
export type Payments = {
  provider: 'embedded' | 'stripe'
  /** The header that carries the signature of an event, in lower case. */
  signatureHeader: string
  /** Prices of the plans that the provider sells now, in no order. */
  listPrices: () => Promise<Price[]>
  /** Begins a payment. The same request with the same key gives the same session. */
  createCheckout: (request: CheckoutRequest) => Promise<{ sessionId: string; url: string }>
  getCheckout: (sessionId: string) => Promise<ProviderCheckout | null>
  /** Makes an open session unpayable. Gives what the session is then: one that was paid first stays `complete`. */
  expireCheckout: (sessionId: string) => Promise<ProviderCheckout | null>
  getSubscription: (subscriptionId: string) => Promise<ProviderSubscription | null>
  /**
   * Lets the subscription run to the end of its period; one that has ended, or is not known, stays as it is. A key has its effect
   * once: said again with the same key, even late, it changes nothing more.
   */
  cancelAtPeriodEnd: (subscriptionId: string, idempotencyKey: string) => Promise<void>
  /** Takes `cancelAtPeriodEnd` back, with the same rules. */
  resume: (subscriptionId: string, idempotencyKey: string) => Promise<void>
  /** Ends the subscription at once; one that has ended stays so. */
  cancelNow: (subscriptionId: string) => Promise<void>
  /**
   * Gives the newest payment for a subscription back in full. Said again, or where nothing was paid, it changes nothing more.
   * @throws PaymentsUnavailable when the provider does not answer
   */
  refundPayment: (subscriptionId: string) => Promise<void>
  /**
   * Forgets a customer as far as the provider can: their subscriptions end at once and what names the person goes; the books keep what
   * the law wants kept. Said again, or of somebody unknown, it changes nothing more.
   */
  forgetCustomer: (customerId: string) => Promise<void>
  /** Forgets a checkout as far as the provider can; one that is open can no longer be paid. */
  forgetCheckout: (sessionId: string) => Promise<void>
  /** A new page of the provider on which the card can be changed, good for a short time. Gives its address. */
  openCardPage: (request: CardPageRequest) => Promise<string>
  /** Makes the card that was given on the provider's page the one that pays for this subscription. */
  adoptCard: (subscriptionId: string) => Promise<void>
  /** Where the provider writes to this person from now on. A customer that is not known stays so. */
  changeCustomerEmail: (customerId: string, email: string) => Promise<void>
  /** The event in these bytes, or null when they are no event, or the signature is not the provider's or older than 300 seconds. */
  verifyEvent: (rawBytes: Buffer, signature: string | null) => PaymentEvent | null
  /** The embedded provider's page and clock; null with any other provider. */
  embedded: EmbeddedProvider | null
}

/** A plan for sale, from the config. Providers with books of their own take the price from there instead. */
export type Plan = {
  productId: string
  name: string
  /** Minor units. */
  amount: number
  /** ISO 4217 in lower case. */
  currency: string
  interval: IntervalUnit
  intervalCount: number
  /** 0 for none. */
  trialDays: number
  isMostPopular: boolean
}

export type IntervalUnit = 'day' | 'week' | 'month' | 'year'

export type Price = Pick<Plan, 'productId' | 'amount' | 'currency' | 'interval' | 'intervalCount'>

export type CheckoutRequest = {
  /** Our id of the intent; comes back with checkout and subscription. */
  reference: string
  email: string
  /** The provider's id of a person it has met before. */
  customerId: string | null
  productId: string
  trialDays: number
  /** Where people go afterwards; `{sessionId}` in it becomes the session's id. */
  successUrl: string
  failedUrl: string
  /** Where people go who leave a page of the provider without paying; our own page knows the way back. */
  canceledUrl: string
  idempotencyKey: string
}

export type CardPageRequest = {
  subscriptionId: string
  customerId: string
  /** Where a person goes who changes nothing. */
  returnUrl: string
  /** Where a person goes whose card was changed. */
  changedUrl: string
}

export type ProviderCheckout = {
  sessionId: string
  reference: string | null
  /** complete: paid, or the trial has begun. A payment that is still on its way is `open`. */
  status: 'open' | 'complete' | 'expired'
  subscriptionId: string | null
}

/** Times are Unix seconds. */
export type ProviderSubscription = {
  id: string
  /** The intent it came from; null when it was not begun by us. */
  reference: string | null
  customerId: string
  productId: string | null
  /** active, trialing, past_due, canceled, unpaid, incomplete, incomplete_expired or paused. */
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: number
  trialEnd: number | null
  /** Null when it is not past due, or when the provider does not say since when. */
  pastDueSince: number | null
  amount: number
  currency: string
  interval: IntervalUnit
  intervalCount: number
  /** The provider's mark of the card that pays, the same for the same card of anybody; null where there is none. */
  cardFingerprint: string | null
  /** Null when nothing is stored to pay with. */
  paymentMethod: PaymentMethod | null
}

/** How a subscription is paid. `type` is the provider's word (card, link, …); `card` is null for what is not a card. */
export type PaymentMethod = { type: string; card: CardSummary | null }

/** What may be shown of a card. `brand` in lower case; the year has four digits. */
export type CardSummary = { brand: string; last4: string; expMonth: number; expYear: number }

/** Which object to read again. Every id is null when the event is about something else. */
export type PaymentEvent = {
  id: string
  type: string
  sessionId: string | null
  subscriptionId: string | null
  /** Of a customer who may have given another card. */
  customerId: string | null
}

/** What the test checkout page of the embedded provider shows. */
export type EmbeddedCheckout = ProviderCheckout & {
  email: string
  productId: string
  trialDays: number
  successUrl: string
  failedUrl: string
}

/** What the embedded provider's page for changing a card shows. The URL is the one to go to when it is over. */
export type EmbeddedCardPage = {
  status: 'open' | 'changed' | 'expired'
  card: CardSummary
  changedUrl: string
  returnUrl: string
}

export type CardInput = { cardNumber: string; expiry: string; cvc: string }

/** Why a card was not taken: a field is wrong, the card is declined, or it is not one of the test cards. */
export type CardRefusal = 'number' | 'expiry' | 'cvc' | 'declined' | 'not_a_test_card'

export type PayOutcome = { status: 'complete' | 'expired' } | { refused: CardRefusal }

export type EmbeddedProvider = {
  findCheckout: (sessionId: string) => Promise<EmbeddedCheckout | null>
  /** Null when there is no such checkout. Paying one that is paid already changes nothing. */
  pay: (sessionId: string, card: CardInput) => Promise<PayOutcome | null>
  findCardPage: (pageId: string) => Promise<EmbeddedCardPage | null>
  /** Null when there is no such page. A payment that is due is taken from the new card at once. */
  changeCard: (
    pageId: string,
    card: CardInput,
  ) => Promise<{ status: 'changed' | 'expired' } | { refused: CardRefusal } | null>
  /** Does whatever the clock has made due: trials and periods end, renewals are charged or fail. Gives how many changed. */
  advance: (now: Date) => Promise<number>
  /** Hands over events that are not delivered yet, oldest first; each is removed when `deliver` resolves to true. */
  deliverEvents: (deliver: (rawBytes: Buffer, signature: string) => Promise<boolean>) => Promise<void>
}

/**
 * The provider did not answer, or not usefully: the same request may succeed later. `isAnswered` when it did answer, with a failure
 * that it would repeat to the same idempotency key.
 */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
  readonly isAnswered: boolean

  constructor(message: string, options: ErrorOptions & { isAnswered?: boolean } = {}) {
    super(message, options)
    this.isAnswered = options.isAnswered ?? false
  }
}

/** The event in signed bytes, or null when they are no JSON or no event of this shape: a signature says who sent it, not what. */
export const parseEvent = <Shape extends z.ZodType>(shape: Shape, rawBytes: Buffer): z.output<Shape> | null => {
  let value: unknown
  try {
    value = JSON.parse(rawBytes.toString('utf8'))
  } catch {
    return null
  }
  return shape.safeParse(value).data ?? null
}
