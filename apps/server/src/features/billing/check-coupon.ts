import type { CouponOffer } from '@kitewise/contract/billing-entities'
import type { ErrorCode } from '@kitewise/contract/errors'
import { priceText } from '@kitewise/rules/billing-text'
import { reducePrice } from '@kitewise/rules/reduced-price'
import { type Coupon, couponEnd } from '../../adapters/payments/coupons/port.ts'
import type { Price } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'

type Asked = { code: string; productId: string; isTrialUsed: boolean }

/** What a plan costs with a code, before paying. Nothing is reserved: the provider counts paid checkouts. */
export async function checkCoupon(
  { config, payments, clock }: Context,
  { code, productId, isTrialUsed }: Asked,
): Promise<Result<CouponOffer & { couponId: string }>> {
  const plan = config.plans.find((one) => one.productId === productId)
  const price = (await payments.listPrices()).find((one) => one.productId === productId)
  if (!plan || !price) return refuse('plan_not_found')
  const written = code.replaceAll(/\s/g, '').toUpperCase()
  const coupon = codePattern.test(written) ? await payments.coupons.findByCode(written) : null
  const now = clock()
  const refusal = whyNotCoupon(coupon, price, now)
  if (refusal !== null || !coupon) return refuse(refusal ?? 'coupon_unknown')
  if (coupon.duration === 'once' && plan.trialDays > 0 && !isTrialUsed) return refuse('coupon_no_trial')
  return ok({ ...offerOf(coupon, price, now), couponId: coupon.id })
}

const codePattern = /^[A-Z0-9-]{1,60}$/

/** Null if it can be used for a plan, apart from a trial. A deactivated one is unknown. */
export function whyNotCoupon(
  coupon: Coupon | null,
  { productId, currency }: Pick<Price, 'productId' | 'currency'>,
  now: Date,
): (ErrorCode & `coupon_${string}`) | null {
  if (!coupon) return 'coupon_unknown'
  if (coupon.expiresAt !== null && coupon.expiresAt * 1000 <= now.getTime()) return 'coupon_expired'
  if (coupon.maxRedemptions !== null && coupon.redemptions >= coupon.maxRedemptions) return 'coupon_used_up'
  if (!coupon.isActive) return 'coupon_unknown'
  const isForPlan = coupon.productIds === null || coupon.productIds.includes(productId)
  const isInCurrency = coupon.amountOff === null || coupon.currency === currency
  return isForPlan && isInCurrency ? null : 'coupon_other_plan'
}

export function offerOf(
  coupon: Coupon,
  { amount, currency }: Pick<Price, 'amount' | 'currency'>,
  now: Date,
): CouponOffer {
  const reduced = reducePrice(amount, coupon)
  const end = couponEnd(coupon, now)
  return {
    code: coupon.code,
    unit_amount: reduced,
    formattedPrice: priceText(reduced, currency),
    duration: coupon.duration,
    until: end && Math.floor(end.getTime() / 1000),
  }
}
