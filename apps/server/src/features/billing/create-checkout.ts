import type { Answer } from '@kitewise/contract/calls'
import { type Coupon, CouponRefused } from '../../adapters/payments/coupons/port.ts'
import { CustomerUnknown } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { findAccess } from '../../platform/sessions.ts'
import { findRegistration } from '../onboarding/register.ts'
import {
  closeSession,
  findPaidOf,
  giveUpCheckout,
  listUnfinishedOf,
  listUnfinishedOfRegistration,
  saveSession,
  type StoredCheckout,
} from './checkouts.sql.ts'
import { type Buyer, findBuyerOfUser, forgetProviderCustomer } from './customers.sql.ts'
import { addNonce, lockCustomer, openCheckout } from './open-checkout.ts'
import { whyNotCoupon } from './check-coupon.ts'
import { listRunningSubscriptions } from './subscriptions.sql.ts'
import { syncCheckout, syncSubscription } from './sync-with-provider.ts'

type CheckoutWish = {
  productId: string
  couponId: string | null
  registrationToken: string | undefined
  userId: string | null
}

type Begun = Answer<'createCheckout'>['data']

/**
 * Returns the buyer's open checkout for the same plan, if any. A registration that has already paid gets the URL where it claims
 * its payment; nothing else about its address affects the answer. After PaymentsUnavailable, a retry resumes.
 */
export async function createCheckout(context: Context, wish: CheckoutWish): Promise<Result<Begun>> {
  const plan = context.config.plans.find(({ productId }) => productId === wish.productId)
  if (!plan) return refuse('plan_not_found')
  const found = await findBuyer(context, wish)
  if (!found.ok) return found
  const buyer = found.value

  const earlier = await settleEarlier(context, buyer)
  if (earlier !== 'may_buy') return answerSettled(context, earlier)
  const coupon = await readCoupon(context, wish.couponId, plan.productId)
  if (!coupon.ok) return coupon
  const { checkout, nonce } = await inTransaction(context.db, (tx) =>
    openCheckout(tx, context, buyer, { plan, couponId: wish.couponId }),
  )
  // Check again: the replaced checkout may have been paid before it was closed.
  const meanwhile = checkout.sessionId === null ? await settleEarlier(context, buyer) : 'may_buy'
  if (meanwhile !== 'may_buy') {
    await giveUpCheckout(context.db, checkout.id)
    // A concurrent call for the same plan may have got a session: close it, so that it can't be paid.
    await settleEarlier(context, buyer)
    return answerSettled(context, meanwhile)
  }
  if (coupon.value?.duration === 'once' && checkout.trialDays > 0) {
    await giveUpCheckout(context.db, checkout.id)
    return refuse('coupon_no_trial')
  }
  try {
    const session = await beginSession(context, checkout, buyer.email)
    return session ? ok({ ...session, nonce }) : refuseFor('unavailable', 1)
  } catch (error) {
    if (error instanceof CustomerUnknown) return buyAsNewCustomer(context, wish, checkout)
    if (!(error instanceof CouponRefused)) throw error
    // It was used up or deactivated meanwhile, unless the log says otherwise.
    context.log.warn({ err: error }, 'the payment provider refused a checkout with a coupon')
    await giveUpCheckout(context.db, checkout.id)
    return refuse('coupon_used_up')
  }
}

const buyAsNewCustomer = async (
  context: Context,
  wish: CheckoutWish,
  { id, customerId }: StoredCheckout,
): Promise<Result<Begun>> => {
  context.log.warn({ checkoutId: id }, "the payment provider doesn't know a stored customer, who gets a new one")
  await inTransaction(context.db, async (tx) => {
    await forgetProviderCustomer(tx, customerId)
    await giveUpCheckout(tx, id)
  })
  return createCheckout(context, wish)
}

/** The buyer has an ID from `checkCoupon`, never a code: guessing codes is limited there. */
const readCoupon = async (
  context: Context,
  couponId: string | null,
  productId: string,
): Promise<Result<Coupon | null>> => {
  if (couponId === null) return ok(null)
  const coupon = await context.payments.coupons.find(couponId)
  const price = (await context.payments.listPrices()).find((one) => one.productId === productId)
  if (!price) return refuse('plan_not_found')
  const refusal = whyNotCoupon(coupon, price, context.clock())
  return refusal === null ? ok(coupon) : refuse(refusal)
}

const successUrlOf = (publicUrl: string, sessionId: string): string =>
  `${publicUrl}/subscription/success?session_id=${sessionId}`

const answerSettled = async ({ db, config }: Context, settled: Exclude<Settled, 'may_buy'>): Promise<Result<Begun>> => {
  if (settled === 'has_access') return refuse('already_subscribed')
  const { checkoutId, sessionId } = settled.paid
  const nonce = await inTransaction(db, (tx) => addNonce(tx, checkoutId))
  return ok({ sessionId, url: successUrlOf(config.publicUrl, sessionId), nonce })
}

/** Null when another plan was chosen during the provider call; the new session is then closed. */
const beginSession = async (
  { db, config, payments }: Context,
  checkout: StoredCheckout,
  email: string,
): Promise<{ sessionId: string; url: string } | null> => {
  const { id, productId, trialDays, sessionId, url } = checkout
  if (sessionId !== null && url !== null) return { sessionId, url }
  const session = await payments.createCheckout({
    reference: id,
    email,
    customerId: checkout.providerCustomerId,
    productId,
    trialDays,
    couponId: checkout.couponId,
    successUrl: successUrlOf(config.publicUrl, '{sessionId}'),
    failedUrl: `${config.publicUrl}/subscription/failed`,
    canceledUrl: `${config.publicUrl}/subscription/failed?reason=canceled`,
    idempotencyKey: id,
  })
  if ((await saveSession(db, id, session)) === 'open') return session
  await payments.expireCheckout(session.sessionId)
  await closeSession(db, session.sessionId)
  return null
}

type Settled = { paid: { checkoutId: string; sessionId: string } } | 'has_access' | 'may_buy'

/** Prevents double payments. A registration learns only about its own; what its address already has is judged when it pays. */
const settleEarlier = (context: Context, buyer: Buyer): Promise<Settled> =>
  buyer.registrationId === null ? settleOfLearner(context, buyer) : settleOfRegistration(context, buyer.registrationId)

const settleOfRegistration = async (context: Context, registrationId: string): Promise<Settled> => {
  const { db, payments } = context
  await settleUnfinished(context, await listUnfinishedOfRegistration(db, registrationId, payments.provider))
  const paid = await findPaidOf(db, registrationId)
  if (paid) await syncSubscription(context, paid.subscriptionId)
  return paid && (await findAccess(context, paid.userId)).granted ? { paid } : 'may_buy'
}

/** Ends a subscription that no longer gives access (its renewal failed for good) before a new one starts. */
const settleOfLearner = async (context: Context, buyer: Buyer & { userId: string }): Promise<Settled> => {
  const { db, payments } = context
  const { userId } = buyer
  const customer = await inTransaction(db, (tx) => lockCustomer(tx, context, buyer))
  await settleUnfinished(context, await listUnfinishedOf(db, customer.id, payments.provider))
  const running = await listRunningSubscriptions(db, payments.provider, userId)
  for (const id of running) await syncSubscription(context, id)
  if ((await findAccess(context, userId)).granted) return 'has_access'
  for (const id of running) {
    await payments.cancelNow(id)
    await syncSubscription(context, id)
  }
  return 'may_buy'
}

/** Afterwards a paid checkout has given its access, and a replaced one can no longer be paid. */
const settleUnfinished = async (context: Context, unfinished: StoredCheckout[]): Promise<void> => {
  for (const { sessionId, status } of unfinished) {
    if (sessionId === null) continue
    if (status === 'replaced') await context.payments.expireCheckout(sessionId)
    await syncCheckout(context, sessionId)
  }
}

export async function findBuyer(
  { db }: Context,
  asking: { registrationToken: string | undefined; userId: string | null },
): Promise<Result<Buyer>> {
  const { registrationToken, userId } = asking
  if (registrationToken !== undefined) {
    const registration = await findRegistration(db, registrationToken)
    return registration ? ok({ ...registration, userId: null }) : refuse('invalid_token')
  }
  const buyer = userId === null ? null : await findBuyerOfUser(db, userId)
  return buyer ? ok(buyer) : refuse('unauthorized')
}
