import type { Db, Tx } from '../../../database/connect.ts'
import { type Coupon, couponEnd, type CouponPayments, CouponRefused, reducePrice } from '../coupons/port.ts'
import {
  deactivateCoupon,
  findCoupon,
  findCouponByCode,
  findCouponByKey,
  insertCoupon,
  listCoupons,
  redeemCoupon,
} from './coupons.sql.ts'
import { newId } from './events.ts'

export function createEmbeddedCoupons({ db, clock }: { db: Db; clock: () => Date }): CouponPayments {
  return {
    create: async (request) => {
      await insertCoupon(db, newId('promo'), request, clock())
      return (await findCouponByKey(db, request.idempotencyKey)) ?? 'code_taken'
    },
    list: () => listCoupons(db),
    find: (id) => findCoupon(db, id),
    findByCode: (code) => findCouponByCode(db, code),
    deactivate: (id) => deactivateCoupon(db, id),
  }
}

/** What a subscription keeps of its coupon. `endsAt`: ISO 8601, of one that repeats. */
export type EmbeddedDiscount = Pick<Coupon, 'percentOff' | 'amountOff' | 'duration'> & { endsAt: string | null }

/** @throws CouponRefused as Stripe refuses one that is deactivated, over or used up */
export async function checkCoupon(db: Db, id: string, now: Date): Promise<void> {
  const coupon = await findCoupon(db, id)
  const { expiresAt, maxRedemptions } = coupon ?? { expiresAt: null, maxRedemptions: null }
  const isOver = expiresAt !== null && expiresAt * 1000 <= now.getTime()
  const isUsedUp = maxRedemptions !== null && (coupon?.redemptions ?? 0) >= maxRedemptions
  if (!coupon?.isActive || isOver || isUsedUp) throw new CouponRefused(`the coupon ${id} can't be used`)
}

/** Null when the coupon is used up. */
export async function beginDiscount(tx: Tx, couponId: string, now: Date): Promise<EmbeddedDiscount | null> {
  const coupon = await findCoupon(tx, couponId)
  if (!coupon || !(await redeemCoupon(tx, couponId))) return null
  const { percentOff, amountOff, duration } = coupon
  return { percentOff, amountOff, duration, endsAt: couponEnd(coupon, now)?.toISOString() ?? null }
}

/** What a payment that is due at a moment costs less. */
export function discountOf(price: number, discount: EmbeddedDiscount | null, at: Date): number {
  if (!discount || (discount.endsAt !== null && at >= new Date(discount.endsAt))) return 0
  const { percentOff, amountOff } = discount
  return amountOff === null
    ? price - reducePrice(price, { percentOff: percentOff ?? 0, amountOff })
    : Math.min(price, amountOff)
}
