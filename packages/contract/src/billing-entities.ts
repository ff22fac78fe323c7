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

export type SalePlan = z.infer<typeof salePlan>
export type CheckoutStatus = (typeof checkoutStatuses)[number]
export type EmbeddedCheckout = z.infer<typeof embeddedCheckout>
