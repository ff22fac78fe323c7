import type { Discount } from '@kitewise/rules/reduced-price'
import type { Db, Tx } from '../../../database/connect.ts'
import { type Coupon, couponEnd, type CouponPayments, CouponRefused } from '../coupons/port.ts'
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

/** @throws CouponRefused as Stripe refuses one that is deactivated, over or used up */
export async function checkCoupon(db: Db, id: string, now: Date): Promise<void> {
  const coupon = await findCoupon(db, id)
  const { expiresAt, maxRedemptions } = coupon ?? { expiresAt: null, maxRedemptions: null }
  const isOver = expiresAt !== null && expiresAt * 1000 <= now.getTime()
  const isUsedUp = maxRedemptions !== null && (coupon?.redemptions ?? 0) >= maxRedemptions
  if (!coupon?.isActive || isOver || isUsedUp) throw new CouponRefused(`the coupon ${id} can't be used`)
}

/** What a subscription keeps of a coupon. Null when it is used up. */
export async function beginDiscount(tx: Tx, couponId: string, now: Date): Promise<Discount | null> {
  const coupon = await findCoupon(tx, couponId)
  if (!coupon || !(await redeemCoupon(tx, couponId))) return null
  const until = untilOf(coupon, now)
  return coupon.amountOff === null
    ? { percentOff: coupon.percentOff, amountOff: null, until }
    : { percentOff: null, amountOff: coupon.amountOff, until }
}

/** One for the first payment ends after the payment of now, which a trial's invoice of zero is, too. */
const untilOf = (coupon: Coupon, now: Date): number | null => {
  const seconds = Math.floor(now.getTime() / 1000)
  if (coupon.duration === 'once') return seconds + 1
  const end = couponEnd(coupon, now)
  return end && Math.floor(end.getTime() / 1000)
}
