import { z } from 'zod'

/** A plan as it is for sale now. Amounts are minor units; the price comes from the payment provider. */
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

export const checkoutStatuses = ['open', 'paid', 'failed'] as const

/** What the embedded provider's test checkout page shows. */
export const embeddedCheckout = z.object({
  sessionId: z.string(),
  status: z.enum(checkoutStatuses),
  email: z.string(),
  plan: salePlan,
  successPath: z.string(),
  failedPath: z.string(),
})

export const cardPageStatuses = ['open', 'changed', 'expired'] as const

/** What may be shown of a card, in the words of the payment provider. The year has four digits. */
export const card = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
})

/** What the embedded provider's page for changing a card shows. */
export const embeddedCardPage = z.object({
  pageId: z.string(),
  status: z.enum(cardPageStatuses),
  card,
  /** Where to go with a changed card, and without. */
  changedPath: z.string(),
  returnPath: z.string(),
})

/** A card as it is typed in on a test page. */
export const testCard = z.object({ cardNumber: z.string().max(30), expiry: z.string().max(10), cvc: z.string().max(4) })

export type SalePlan = z.infer<typeof salePlan>
export type CheckoutStatus = (typeof checkoutStatuses)[number]
export type EmbeddedCheckout = z.infer<typeof embeddedCheckout>
export type Card = z.infer<typeof card>
export type CardPageStatus = (typeof cardPageStatuses)[number]
export type EmbeddedCardPage = z.infer<typeof embeddedCardPage>
