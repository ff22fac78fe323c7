import { z } from 'zod'

const count = z.object({ have: z.number().int(), need: z.number().int() })

/** Whether a learner may have their money back, and what is still missing. Times are Unix seconds. */
export const refundCheck = z.object({
  standing: z.enum(['qualifies', 'not_yet', 'too_late']),
  /** Until when it can be asked for. */
  requestUntil: z.number().int(),
  days: count.extend({ inARow: z.boolean() }),
  /** Finished lessons. */
  guides: count,
  /** Of the course that is furthest along; counts in place of the guides. */
  modulesPercent: count,
})

/** The right to withdraw from a contract within 14 days. */
export const withdrawal = z.object({
  subscriptionId: z.string(),
  /** Unix seconds. */
  contractAt: z.number().int(),
  until: z.number().int(),
  /** Unix seconds of the receipt; null when nothing was declared. */
  declaredAt: z.number().int().nullable(),
})

export const moneyBack = z.object({
  /** Null when nothing was paid yet. */
  refund: refundCheck.nullable(),
  /** Of the newest contract; null when it was never there, or its 14 days have gone by unused. */
  withdrawal: withdrawal.nullable(),
})

export type RefundCheck = z.infer<typeof refundCheck>
export type Withdrawal = z.infer<typeof withdrawal>
export type MoneyBack = z.infer<typeof moneyBack>
