import type { DeskAnswer, DeskInput } from '@kitewise/contract/desk'
import type { Reduction } from '@kitewise/rules/reduced-price'
import type { Coupon, CouponLength, CouponRequest } from '../../adapters/payments/coupons/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { acted, type DeskHandlers } from '../access/handler.ts'

type Wish = DeskInput<'createCoupon'>['body']

export const couponRoutes: DeskHandlers<'createCoupon' | 'listCoupons' | 'deactivateCoupon'> = {
  createCoupon: async (context, { body }) => {
    const request = await readWish(context, body)
    if (!request.ok) return request
    const made = await context.payments.coupons.create(request.value)
    if (made === 'code_taken') return refuse('coupon_code_taken')
    // An attempt that had its effect can't create something else.
    if (!isSame(made, request.value)) return refuse('attempt_reused')
    return acted({ data: present(made, context.clock()) }, factsOf(made))
  },

  listCoupons: async ({ payments, config, clock }) => {
    const now = clock()
    const coupons = (await payments.coupons.list()).map((coupon) => present(coupon, now))
    const prices = new Map((await payments.listPrices()).map((price) => [price.productId, price]))
    const plans = config.plans.flatMap(({ productId, name }) => {
      const currency = prices.get(productId)?.currency
      return currency === undefined ? [] : [{ productId, name, currency }]
    })
    return ok({ data: { coupons, plans } })
  },

  deactivateCoupon: async ({ payments }, { params }) =>
    (await payments.coupons.deactivate(params.couponId))
      ? acted({ data: { done: true as const } }, { becomes: 'deactivated' })
      : refuse('not_found'),
}

/** For the audit log. */
const factsOf = ({ id, code, percentOff, amountOff, currency, expiresAt }: Coupon) => ({
  id,
  becomes: percentOff === null ? code : `${code}, ${percentOff} %`,
  money: amountOff === null || currency === null ? null : { amount: amountOff, currency },
  endsAt: expiresAt === null ? null : expiresAt * 1000,
})

const readWish = async ({ payments, clock }: Context, wish: Wish): Promise<Result<CouponRequest>> => {
  const reduction = readReduction(wish)
  const length = readLength(wish)
  if (!reduction) return wrong('percentOff', 'give either a percentage, or an amount with its currency')
  if (!length) return wrong('months', 'belong to a coupon that repeats, and only there')
  const expiresAt = wish.lastDay === null ? null : new Date(`${wish.lastDay}T23:59:59Z`)
  if (expiresAt && expiresAt <= clock()) return wrong('lastDay', 'must not be in the past')
  const prices = await payments.listPrices()
  const isSold = (id: string) => prices.some(({ productId }) => productId === id)
  if (wish.productIds && !wish.productIds.every(isSold)) return refuse('plan_not_found')
  return ok({
    ...reduction,
    ...length,
    code: wish.code,
    currency: wish.currency,
    expiresAt: expiresAt && expiresAt.getTime() / 1000,
    maxRedemptions: wish.maxRedemptions,
    productIds: wish.productIds,
    idempotencyKey: wish.attempt,
  })
}

const wrong = (field: string, message: string) => refuse('invalid_request', [{ field: `body.${field}`, message }])

const readReduction = ({ percentOff, amountOff, currency }: Wish): Reduction | null => {
  if ((amountOff === null) !== (currency === null)) return null
  if (percentOff !== null) return amountOff === null ? { percentOff, amountOff } : null
  return amountOff === null ? null : { percentOff, amountOff }
}

const readLength = ({ duration, months }: Wish): CouponLength | null => {
  if (duration === 'repeating') return months === null ? null : { duration, months }
  return months === null ? { duration, months } : null
}

const isSame = (made: Coupon, wish: CouponRequest): boolean =>
  (['code', 'percentOff', 'amountOff', 'currency', 'duration', 'months', 'expiresAt', 'maxRedemptions'] as const).every(
    (part) => made[part] === wish[part],
  ) && String(made.productIds) === String(wish.productIds)

type Shown = DeskAnswer<'createCoupon'>['data']

const present = ({ isActive, expiresAt, ...coupon }: Coupon, now: Date): Shown => ({
  ...coupon,
  expiresAt: expiresAt === null ? null : expiresAt * 1000,
  state: stateOf({ ...coupon, isActive, expiresAt }, now),
})

const stateOf = (
  {
    expiresAt,
    maxRedemptions,
    redemptions,
    isActive,
  }: Pick<Coupon, 'expiresAt' | 'maxRedemptions' | 'redemptions' | 'isActive'>,
  now: Date,
): Shown['state'] => {
  if (expiresAt !== null && expiresAt * 1000 <= now.getTime()) return 'expired'
  if (maxRedemptions !== null && redemptions >= maxRedemptions) return 'used up'
  return isActive ? 'active' : 'deactivated'
}
