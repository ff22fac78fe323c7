import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, done, reason } from './desk-endpoint.ts'

export const couponDurations = ['once', 'repeating', 'forever'] as const

export const couponStates = ['active', 'expired', 'used up', 'deactivated'] as const

const percentOff = z.int().min(1).max(100).nullable()
/** Minor units. */
const amountOff = z.int().min(1).max(10_000_000).nullable()
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .nullable()
/** Null for all plans. */
const productIds = z.array(z.string().max(100)).min(1).max(20).nullable()

const coupon = z.object({
  id: z.string(),
  code: z.string(),
  percentOff,
  amountOff,
  currency,
  duration: z.enum(couponDurations),
  months: z.int().nullable(),
  /** Unix milliseconds. */
  expiresAt: z.number().nullable(),
  maxRedemptions: z.int().nullable(),
  /** Checkouts paid with it. */
  redemptions: z.int(),
  productIds,
  state: z.enum(couponStates),
})

export const couponEndpoints = {
  createCoupon: deskEndpoint({
    method: 'POST',
    path: '/api/desk/coupons',
    permission: 'coupons',
    stepUp: true,
    body: z.object({
      attempt: z.uuid(),
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9-]{4,30}$/, 'must be 4 to 30 letters, digits or hyphens'),
      /** Either a percentage, or an amount with its currency. */
      percentOff,
      amountOff,
      currency,
      duration: z.enum(couponDurations),
      /** For `repeating` only. */
      months: z.int().min(1).max(36).nullable(),
      /** The last day on which a checkout can begin with it, of UTC. */
      lastDay: z.iso.date().nullable(),
      maxRedemptions: z.int().min(1).max(1_000_000).nullable(),
      productIds,
      reason,
    }),
    answer: data(coupon),
    errors: ['attempt_reused', 'coupon_code_taken', 'plan_not_found'],
    object: { kind: 'coupon' },
    tells: ['id', 'becomes', 'money', 'endsAt'],
    summary: 'Creates a coupon at the payment provider, once for each attempt.',
  }),
  listCoupons: deskEndpoint({
    method: 'GET',
    path: '/api/desk/coupons',
    permission: 'coupons',
    audited: false,
    answer: data(
      z.object({
        coupons: z.array(coupon),
        /** What a coupon can be limited to. */
        plans: z.array(z.object({ productId: z.string(), name: z.string(), currency: z.string() })),
      }),
    ),
    summary: 'The newest 100 coupons of the payment provider, with how often they were used.',
  }),
  deactivateCoupon: deskEndpoint({
    method: 'POST',
    path: '/api/desk/coupons/{couponId}/deactivate',
    permission: 'coupons',
    stepUp: true,
    params: z.object({ couponId: z.string().regex(/^[A-Za-z0-9_]{8,128}$/) }),
    body: z.object({ reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'coupon', param: 'couponId' },
    tells: ['becomes'],
    summary: 'Ends a coupon for new checkouts. Subscriptions keep their discount. Idempotent.',
  }),
}
