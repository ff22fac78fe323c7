import { z } from 'zod'

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
})

export const moneyBack = z.object({
  /** Null before the first payment. */
  refund: refundCheck.nullable(),
  /** Of the newest contract; null if there is none or its period passed unused. */
  withdrawal: withdrawal.nullable(),
})

export type RefundCheck = z.infer<typeof refundCheck>
export type Withdrawal = z.infer<typeof withdrawal>
export type MoneyBack = z.infer<typeof moneyBack>
