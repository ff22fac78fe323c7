import { Stripe } from 'stripe'
import type { Coupon, CouponLength, CouponPayments, CouponRequest } from '../coupons/port.ts'
import { askStripe, getFromStripe } from './ask-stripe.ts'
import { readReduction } from './read-objects.ts'

const expand = ['promotion.coupon']

/**
 * A coupon is the discount, a promotion code is what buyers type. Stripe limits coupons to its products, and plans may share one:
 * the plans are in the metadata, and a checkout checks them.
 */
export function createStripeCoupons(stripe: Stripe): CouponPayments {
  return {
    create: (request) => createCoupon(stripe, request),
    list: async () => {
      const listed = await getFromStripe(() =>
        stripe.promotionCodes.list({ limit: 100, expand: ['data.promotion.coupon'] }),
      )
      return listed.data.flatMap((code) => readCoupon(code) ?? [])
    },
    find: async (id) => {
      const code = await askStripe(() => stripe.promotionCodes.retrieve(id, { expand }))
      return code && readCoupon(code)
    },
    findByCode: async (code) => {
      const found = await findCode(stripe, code)
      return found && readCoupon(found)
    },
    deactivate: async (id) => (await askStripe(() => stripe.promotionCodes.update(id, { active: false }))) !== null,
  }
}

const findCode = async (stripe: Stripe, code: string): Promise<Stripe.PromotionCode | null> => {
  const { data } = await getFromStripe(() =>
    stripe.promotionCodes.list({ code, limit: 100, expand: ['data.promotion.coupon'] }),
  )
  return data.find(({ active }) => active) ?? data[0] ?? null
}

/** Stripe forgets a key after a day, so the code carries it too. */
const createCoupon = async (stripe: Stripe, request: CouponRequest): Promise<Coupon | 'code_taken'> => {
  const { code, idempotencyKey: key, productIds } = request
  const before = await answerKnown(stripe, request)
  if (before !== null) return before
  const coupon = await getFromStripe(() => stripe.coupons.create(couponOf(request), { idempotencyKey: keyOf(request) }))
  const wish: Stripe.PromotionCodeCreateParams = {
    promotion: { type: 'coupon', coupon: coupon.id },
    code,
    metadata: { reference: key, ...(productIds && { plans: productIds.join(',') }) },
    ...(request.expiresAt !== null && { expires_at: request.expiresAt }),
    ...(request.maxRedemptions !== null && { max_redemptions: request.maxRedemptions }),
    expand,
  }
  try {
    const made = await getFromStripe(() => stripe.promotionCodes.create(wish))
    return readOwn(made)
  } catch (error) {
    // Another call took the code meanwhile.
    const meanwhile = error instanceof Stripe.errors.StripeInvalidRequestError && (await answerKnown(stripe, request))
    if (meanwhile) return meanwhile
    throw error
  }
}

/** Of everything that is sent, so that a corrected request isn't refused. The code itself makes the second call repeatable. */
const keyOf = ({ idempotencyKey, code, percentOff, amountOff, currency, duration, months }: CouponRequest): string =>
  ['coupon', idempotencyKey, code, percentOff, amountOff, currency, duration, months].join(':')

const answerKnown = async (
  stripe: Stripe,
  { code, idempotencyKey }: CouponRequest,
): Promise<Coupon | 'code_taken' | null> => {
  const known = await findCode(stripe, code)
  if (known?.metadata?.reference === idempotencyKey) return readOwn(known)
  return known?.active ? 'code_taken' : null
}

const couponOf = (request: CouponRequest): Stripe.CouponCreateParams => ({
  name: request.code,
  duration: request.duration,
  ...(request.months !== null && { duration_in_months: request.months }),
  ...(request.percentOff === null
    ? { amount_off: request.amountOff, currency: request.currency ?? '' }
    : { percent_off: request.percentOff }),
})

const readOwn = (code: Stripe.PromotionCode): Coupon => {
  const coupon = readCoupon(code)
  if (!coupon) throw new Error(`Stripe's promotion code ${code.id} has no coupon that could be read`)
  return coupon
}

/** Null for a kind of promotion that isn't sold here. Needs the coupon expanded. */
const readCoupon = (found: Stripe.PromotionCode): Coupon | null => {
  const { coupon } = found.promotion
  if (!coupon || typeof coupon === 'string') return null
  const reduction = readReduction(coupon)
  const plans = found.metadata?.plans
  return (
    reduction && {
      ...reduction,
      ...readLength(coupon),
      id: found.id,
      code: found.code,
      currency: coupon.currency,
      expiresAt: found.expires_at,
      maxRedemptions: found.max_redemptions,
      productIds: plans ? plans.split(',') : null,
      redemptions: found.times_redeemed,
      isActive: found.active,
    }
  )
}

/** The library allows for durations that Stripe does not have. */
const readLength = ({ duration, duration_in_months: months }: Stripe.Coupon): CouponLength => {
  if (duration === 'repeating') return { duration: 'repeating', months: months ?? 1 }
  return { duration: duration === 'once' ? 'once' : 'forever', months: null }
}
