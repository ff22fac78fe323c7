import { z } from 'zod'
import { legalDetails, seatCounts } from './organization-entities.ts'

/** What an organization buys: seats, the contract, its invoices. Times are Unix seconds, amounts minor units. */

export const seatIntervals = ['month', 'year'] as const
export const paymentWays = ['card', 'invoice'] as const
export const paymentTerms = [14, 30] as const

export const seatPrice = z.object({
  interval: z.enum(seatIntervals),
  /** For one seat. */
  amount: z.int(),
  currency: z.string(),
  /** en-US, for example $19.00. */
  formattedPrice: z.string(),
})

/** `ended` ones stay as they were, so that they can be extended with one action. */
export const contractStates = ['active', 'past_due', 'ended'] as const

export const contract = z.object({
  state: z.enum(contractStates),
  way: z.enum(paymentWays),
  interval: z.enum(seatIntervals),
  seats: z.int(),
  /** How many of them give access now; fewer than `seats` while an invoice is open whose seats begin with its payment. */
  usableSeats: z.int(),
  /** For one seat and period. */
  amount: z.int(),
  currency: z.string(),
  /** Days until an invoice is due; null for a card. */
  terms: z.union([z.literal(14), z.literal(30)]).nullable(),
  /** Whether it ends with the period. */
  endsWithPeriod: z.boolean(),
  periodEnd: z.number().int(),
  /** End of the people's access: the period's end, or 14 days after the due date of an unpaid invoice. Past if it hasn't begun. */
  accessUntil: z.number().int(),
})

export const invoiceStates = ['open', 'paid', 'void', 'uncollectible'] as const

export const invoice = z.object({
  /** As printed; null for a draft. */
  number: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  state: z.enum(invoiceStates),
  createdAt: z.number().int(),
  dueAt: z.number().int().nullable(),
  /** The payment provider's page of the invoice. */
  url: z.string().nullable(),
})

/** `reason`: a proved domain gives some; without one, or while an invoice of the owners or the company is unpaid, there are none. */
export const seatsBeforePayment = z.object({
  seats: z.int(),
  reason: z.enum(['domain_proved', 'no_domain', 'unpaid_invoice']),
})

export const organizationPlan = z.object({
  /** Empty if no seats are for sale. */
  prices: z.array(seatPrice),
  /** The newest one; null before the first. A new one can begin only if it's null or `ended`. */
  contract: contract.nullable(),
  seats: seatCounts,
  /** Days after the due date of an unpaid invoice until access ends. */
  graceDays: z.int(),
  /** How many seats can be used before an invoice is paid. All others begin with its payment. */
  beforePayment: seatsBeforePayment,
})

/** The test provider's page of an invoice. */
export const embeddedInvoice = z.object({
  invoiceId: z.string(),
  number: z.string(),
  state: z.enum(invoiceStates),
  amount: z.int(),
  currency: z.string(),
  createdAt: z.number().int(),
  dueAt: z.number().int().nullable(),
  seats: z.int(),
  company: legalDetails,
  /** Where to go afterwards. */
  returnPath: z.string(),
})

export type SeatInterval = (typeof seatIntervals)[number]
export type PaymentWay = (typeof paymentWays)[number]
export type SeatPrice = z.infer<typeof seatPrice>
export type Contract = z.infer<typeof contract>
export type Invoice = z.infer<typeof invoice>
export type SeatsBeforePayment = z.infer<typeof seatsBeforePayment>
export type OrganizationPlan = z.infer<typeof organizationPlan>
export type EmbeddedInvoice = z.infer<typeof embeddedInvoice>
