import { z } from 'zod'
import { country } from './endpoint.ts'

/** A plan for sale. Amounts are in minor units; the price comes from the payment provider. */
export const salePlan = z.object({
  productId: z.string(),
  name: z.string(),
  unit_amount: z.number().int(),
  currency: z.string(),
  recurring: z.object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: z.number().int() }),
  /** en-US, for example $29.99. */
  formattedPrice: z.string(),
  isMostPopular: z.boolean(),
  /** 0 for no trial. */
  trialDays: z.number().int(),
})

/** Tax that prices include, in percent of the price without it. `country`: two letters. */
const taxRate = z.object({ country: z.string(), percent: z.number() })

export const checkoutStatuses = ['open', 'paid', 'failed'] as const

/** What a coupon does to the price of a plan. */
export const couponOffer = z.object({
  code: z.string(),
  /** What a reduced payment costs, in minor units. */
  unit_amount: z.number().int(),
  formattedPrice: z.string(),
  /** once: the first payment. repeating: payments before `until`. */
  duration: z.enum(['once', 'repeating', 'forever']),
  /** Unix seconds, if the plan is bought now; null unless it repeats. */
  until: z.number().nullable(),
})

/** What a subscription can go on with. */
export const planChanges = z.object({
  /** Unix seconds of the next payment, from which another plan counts. */
  from: z.number().int(),
  /** Whether a free trial runs until then. */
  isTrial: z.boolean(),
  plans: z.array(
    z.object({
      plan: salePlan,
      /** It's paid for now, or tried. */
      isCurrent: z.boolean(),
      /** It's what comes with the next payment. */
      isNext: z.boolean(),
      /** What the next payment would be, in minor units and as text: less than the price with a coupon. */
      due_amount: z.number().int(),
      formattedDue: z.string(),
    }),
  ),
})

/** Shown by the embedded provider's test checkout page. */
export const embeddedCheckout = z.object({
  sessionId: z.string(),
  status: z.enum(checkoutStatuses),
  email: z.string(),
  plan: salePlan,
  /** Absent without one. */
  coupon: couponOffer.optional(),
  /** By country; the payer chooses one. Absent if nothing is taxed. */
  taxRates: z.array(taxRate).optional(),
  successPath: z.string(),
  failedPath: z.string(),
})

export const cardPageStatuses = ['open', 'changed', 'expired'] as const

/** What we store of a card (docs/product.md R20), in the payment provider's terms. The year has four digits. */
export const card = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
})

/** Shown by the embedded provider's page for changing a card. */
export const embeddedCardPage = z.object({
  pageId: z.string(),
  status: z.enum(cardPageStatuses),
  card,
  /** Where to go after the change, and after giving up. */
  changedPath: z.string(),
  returnPath: z.string(),
})

export const testCard = z.object({ cardNumber: z.string().max(30), expiry: z.string().max(10), cvc: z.string().max(4) })

/** `country`: two letters, where the payer is taxed. */
export const testPayment = testCard.extend({
  country: country.optional(),
})

const count = z.object({ have: z.number().int(), need: z.number().int() })

/** Whether a refund is possible, and what is missing (docs/product.md R98-R101). Times are Unix seconds. */
export const refundCheck = z.object({
  standing: z.enum(['qualifies', 'not_yet', 'too_late']),
  /** Deadline of the request. */
  requestUntil: z.number().int(),
  days: count.extend({ inARow: z.boolean() }),
  /** Finished lessons. */
  guides: count,
  /** Of the course that is furthest along; an alternative to guides. */
  modulesPercent: count,
})

/** The right to withdraw from a contract within 14 days (docs/product.md R102). */
export const withdrawal = z.object({
  subscriptionId: z.string(),
  /** Unix seconds. */
  contractAt: z.number().int(),
  until: z.number().int(),
  /** Unix seconds of the receipt; null if nothing was declared. */
  declaredAt: z.number().int().nullable(),
  /** Unix seconds when the refund was sent; absent before. */
  refundedAt: z.number().int().optional(),
  /** Unix seconds when it was closed without a refund, because nothing was left to pay back; absent otherwise. */
  closedAt: z.number().int().optional(),
})

export const moneyBack = z.object({
  /** Null before the first payment. */
  refund: refundCheck.nullable(),
  /** Of the newest contract; null if there is none or its period passed unused. */
  withdrawal: withdrawal.nullable(),
})

export type PlanChanges = z.infer<typeof planChanges>
export type SalePlan = z.infer<typeof salePlan>
export type CouponOffer = z.infer<typeof couponOffer>
export type CheckoutStatus = (typeof checkoutStatuses)[number]
export type EmbeddedCheckout = z.infer<typeof embeddedCheckout>
export type Card = z.infer<typeof card>
export type CardPageStatus = (typeof cardPageStatuses)[number]
export type EmbeddedCardPage = z.infer<typeof embeddedCardPage>
export type RefundCheck = z.infer<typeof refundCheck>
export type Withdrawal = z.infer<typeof withdrawal>
export type MoneyBack = z.infer<typeof moneyBack>
