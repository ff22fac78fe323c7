import type { Reduction } from '@kitewise/rules/reduced-price'

/** Codes that reduce the price of a plan. The provider keeps them and counts what they are used for. */
export type CouponPayments = {
  /**
   * The same key returns the same coupon, even late. `code_taken`: another active coupon has the code. A code is at most 30 capital
   * letters, digits and hyphens.
   */
  create: (request: CouponRequest) => Promise<Coupon | 'code_taken'>
  /** The newest 100, newest first. */
  list: () => Promise<Coupon[]>
  find: (couponId: string) => Promise<Coupon | null>
  /** The active one with this code, else the newest. */
  findByCode: (code: string) => Promise<Coupon | null>
  /** No checkout can begin with it any more; subscriptions keep it. Repeatable. False for an unknown one. */
  deactivate: (couponId: string) => Promise<boolean>
}

/**
 * - once: the first payment. A trial's invoice of zero uses it up at Stripe, so it isn't combined with a trial.
 * - repeating: payments due in the months from the checkout on, with the trial.
 */
export type CouponLength =
  | { duration: 'once'; months: null }
  | { duration: 'repeating'; months: number }
  | { duration: 'forever'; months: null }

type Terms = Reduction &
  CouponLength & {
    code: string
    /** Of the amount, in lower case; null for a percentage. */
    currency: string | null
    /** Unix seconds. */
    expiresAt: number | null
    maxRedemptions: number | null
    /** The plans it is for; null for all. A later change of plan keeps it. */
    productIds: string[] | null
  }

export type CouponRequest = Terms & { idempotencyKey: string }

export type Coupon = Terms & {
  id: string
  /** Paid checkouts. */
  redemptions: number
  /** False once deactivated, and at Stripe also when it is used up or over. */
  isActive: boolean
}

/** The provider refuses a checkout with this coupon; without it, there would be one. */
export class CouponRefused extends Error {
  override name = 'CouponRefused'
}

/** When a coupon that repeats ends, for a checkout paid at `start`. Null for the others. */
export function couponEnd({ duration, months }: CouponLength, start: Date): Date | null {
  return duration === 'repeating' ? addMonths(start, months) : null
}

/** The last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}
