import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { CardInput, CheckoutRequest, PayOutcome, Plan, ProviderCheckout } from '../port.ts'
import { closeCheckout, findCheckout, findCheckoutByKey, insertCheckout, saveSubscription } from './books.sql.ts'
import { type Card, cardFingerprint, checkCard } from './cards.ts'
import { beginDiscount, checkCoupon } from './coupons.ts'
import { newId, recordEvent } from './events.ts'
import { type EmbeddedSubscription, periodEnd, recordCharge, type TaxPlace } from './subscriptions.ts'

const openForMs = 86_400_000

/** The same key returns the same session; throws when it was used for a different request, a bug of the caller. */
export async function beginCheckout(
  db: Db,
  { quantity = 1, ...request }: CheckoutRequest & { quantity?: number },
  now: Date,
): Promise<string> {
  const sessionId = newId('cs')
  if (request.couponId !== null && !(await findCheckoutByKey(db, request.idempotencyKey)))
    await checkCoupon(db, request.couponId, now)
  const fill = (url: string) => url.replace('{sessionId}', sessionId)
  await insertCheckout(db, {
    ...request,
    quantity,
    sessionId,
    successUrl: fill(request.successUrl),
    failedUrl: fill(request.failedUrl),
    customerId: request.customerId ?? newId('cus'),
    expiresAt: new Date(now.getTime() + openForMs),
  })
  const stored = await findCheckoutByKey(db, request.idempotencyKey)
  if (!stored) throw new Error('a stored checkout was not found')
  if (!isDeepStrictEqual(essence(stored), essence({ ...request, quantity })))
    throw new Error('an idempotency key was reused for another checkout')
  return stored.sessionId
}

const essence = ({
  reference,
  email,
  productId,
  trialDays,
  quantity,
  couponId,
}: CheckoutRequest & { quantity: number }) => [reference, email, productId, trialDays, quantity, couponId]

/** Returns the state afterwards, or null when there is no such checkout. */
export function expireCheckout(db: Db, sessionId: string, now: Date): Promise<ProviderCheckout | null> {
  return inTransaction(db, async (tx) => {
    const checkout = await findCheckout(tx, sessionId, now, 'forUpdate')
    if (checkout?.status !== 'open') return checkout
    await closeCheckout(tx, sessionId, 'expired', null)
    await recordEvent(tx, 'checkout.expired', { sessionId })
    return { ...checkout, status: 'expired' }
  })
}

type Payable = {
  reference: string | null
  customerId: string
  productId: string
  trialDays: number
  quantity: number
}

const day = 86_400_000

/** One of several concurrent payments succeeds. `payment.secret` keys the card's fingerprint. */
export function payCheckout(
  db: Db,
  plans: readonly Plan[],
  payment: { sessionId: string; card: CardInput; place: TaxPlace; now: Date; secret: string },
): Promise<PayOutcome | null> {
  return inTransaction(db, async (tx) => {
    const { sessionId, now } = payment
    const checkout = await findCheckout(tx, sessionId, now, 'forUpdate')
    if (!checkout) return null
    if (checkout.status !== 'open') return { status: checkout.status }
    const checked = checkCard(payment.card, now)
    if ('refused' in checked) return checked
    const plan = plans.find(({ productId }) => productId === checkout.productId)
    if (!plan) return { status: 'expired' }
    const fingerprint = cardFingerprint(payment.secret, checked.card.number)
    const discount = checkout.couponId === null ? null : await beginDiscount(tx, checkout.couponId, now)
    if (checkout.couponId !== null && discount === null) {
      await closeCheckout(tx, sessionId, 'expired', null)
      await recordEvent(tx, 'checkout.expired', { sessionId })
      return { status: 'expired' }
    }
    const begun = beginSubscription(checkout, plan, checked.card, now)
    const subscription = { ...begun, ...payment.place, cardFingerprint: fingerprint, discount }
    await saveSubscription(tx, subscription)
    if (subscription.status === 'active') await recordCharge(tx, subscription, now)
    await closeCheckout(tx, sessionId, 'complete', subscription.id)
    await recordEvent(tx, 'subscription.created', { subscriptionId: subscription.id })
    await recordEvent(tx, 'checkout.completed', { sessionId, subscriptionId: subscription.id })
    return { status: 'complete' }
  })
}

const beginSubscription = (
  checkout: Payable,
  plan: Plan,
  card: Card,
  now: Date,
): Omit<EmbeddedSubscription, 'cardFingerprint' | 'discount' | keyof TaxPlace> => {
  const trialEnd = checkout.trialDays > 0 ? new Date(now.getTime() + checkout.trialDays * day) : null
  return {
    id: newId('sub'),
    reference: checkout.reference ?? '',
    customerId: checkout.customerId,
    productId: plan.productId,
    status: trialEnd ? 'trialing' : 'active',
    cancelAtPeriodEnd: false,
    billingAnchor: trialEnd ?? now,
    currentPeriodEnd: trialEnd ?? periodEnd(now, now, plan),
    trialEnd,
    pastDueSince: null,
    amount: plan.amount,
    currency: plan.currency,
    interval: plan.interval,
    intervalCount: plan.intervalCount,
    nextPlan: null,
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardEndsAt: card.endsAt,
    quantity: checkout.quantity,
    daysUntilDue: null,
  }
}
