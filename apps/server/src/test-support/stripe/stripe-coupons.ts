import { type ApiAnswer, invalid, listOf, missing, ok } from './stripe-answers.ts'
import { type Form, textAt } from './parse-form.ts'
import type { StripeBooks } from './stripe-books.ts'
import { type StripeCoupon, stripeId, type StripePromotionCode } from './stripe-objects.ts'

type Call = { method: string; first: string; id: string; form: Form; query: URLSearchParams }

/** Coupons and promotion codes; null for another path. */
export function answerCoupon(books: StripeBooks, call: Call): ApiAnswer | null {
  if (call.first === 'promotion_codes') return answerPromotionCode(books, call)
  return call.first === 'coupons' && call.method === 'POST' ? createCoupon(books, call) : null
}

/** Why a session can't have a promotion code. */
export function refuseCode(books: StripeBooks, id: string | null): ApiAnswer | null {
  const code = books.promotionCodes.get(id ?? '')
  if (id === null || (code && isUsable(code, books.now()))) return null
  return invalid('This promotion code is not active.', 'discounts[0][promotion_code]')
}

const createCoupon = (books: StripeBooks, { form }: Call): ApiAnswer => {
  const numberAt = (name: string) => (textAt(form, name) === null ? null : Number(textAt(form, name)))
  const duration = textAt(form, 'duration')
  if (duration !== 'once' && duration !== 'repeating' && duration !== 'forever') return invalid('Invalid duration')
  const months = numberAt('duration_in_months')
  if ((duration === 'repeating') !== (months !== null))
    return invalid('You must pass in duration_in_months if and only if duration is repeating.', 'duration_in_months')
  const coupon: StripeCoupon = {
    id: stripeId('coupon'),
    object: 'coupon',
    name: textAt(form, 'name'),
    percent_off: numberAt('percent_off'),
    amount_off: numberAt('amount_off'),
    currency: textAt(form, 'currency'),
    duration,
    duration_in_months: months,
  }
  if ((coupon.percent_off === null) === (coupon.amount_off === null))
    return invalid('You must specify either amount_off or percent_off, but not both.')
  books.coupons.set(coupon.id, coupon)
  return ok(coupon)
}

const answerPromotionCode = (books: StripeBooks, call: Call): ApiAnswer => {
  const { method, id, form, query } = call
  if (id === '') return method === 'POST' ? createCode(books, form) : listCodes(books, query.get('code'))
  const code = books.promotionCodes.get(id)
  if (!code) return missing('promotion code', id)
  if (textAt(form, 'active') === 'false') code.active = false
  return ok(shown(books, code))
}

/** A code is inactive once it is used up or over, as at Stripe. */
const isUsable = ({ active, expires_at: end, ...code }: StripePromotionCode, now: number): boolean => {
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  return active && !isUsedUp && (end === null || end > now)
}

const shown = (books: StripeBooks, code: StripePromotionCode) => ({
  ...code,
  active: isUsable(code, books.now()),
  promotion: { type: 'coupon', coupon: books.coupons.get(code.coupon) },
})

const listCodes = (books: StripeBooks, code: string | null): ApiAnswer =>
  listOf(
    [...books.promotionCodes.values()]
      .filter((one) => code === null || one.code.toUpperCase() === code.toUpperCase())
      .toReversed()
      .map((one) => shown(books, one)),
  )

const createCode = (books: StripeBooks, form: Form): ApiAnswer => {
  const code = textAt(form, 'code') ?? ''
  const coupon = textAt(form, 'promotion', 'coupon') ?? ''
  if (!books.coupons.has(coupon)) return missing('coupon', coupon)
  const isTaken = [...books.promotionCodes.values()].some(
    (one) => one.code.toUpperCase() === code.toUpperCase() && isUsable(one, books.now()),
  )
  if (isTaken) return invalid('An active promotion code with this code already exists.', 'code')
  const [expiresAt, most] = [textAt(form, 'expires_at'), textAt(form, 'max_redemptions')]
  if (expiresAt !== null && Number(expiresAt) <= books.now()) return invalid('expires_at must be in the future.')
  const metadata = typeof form.metadata === 'object' ? form.metadata : {}
  const made: StripePromotionCode = {
    id: stripeId('promo'),
    object: 'promotion_code',
    code,
    coupon,
    active: true,
    expires_at: expiresAt === null ? null : Number(expiresAt),
    max_redemptions: most === null ? null : Number(most),
    times_redeemed: 0,
    metadata,
  }
  books.promotionCodes.set(made.id, made)
  return ok(shown(books, made))
}
