import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { closeSession, giveUpCheckout, saveSession } from './checkout-queries.ts'
import type { StoredCheckout } from './checkout.ts'
import { findBuyer } from './find-buyer.ts'
import { addNonce, openCheckout } from './open-checkout.ts'
import { type Settled, settleEarlier } from './settle-earlier.ts'

export type CheckoutWish = {
  productId: string
  registrationToken: string | undefined
  userId: string | null
}

type Begun = Answer<'createCheckout'>['data']

/**
 * Begins a checkout, or gives the one that this buyer has open for the same plan. A registration that has paid already is led to where its
 * payment is claimed; a signed-in learner with a plan is refused. What else is known of a registration's address changes nothing here.
 * @throws PaymentsUnavailable when the provider does not answer; asking again goes on where it stopped
 */
export const createCheckout = async (context: Context, wish: CheckoutWish): Promise<Result<Begun>> => {
  const plan = context.config.plans.find(({ productId }) => productId === wish.productId)
  if (!plan) return refuse('plan_not_found')
  const found = await findBuyer(context, wish)
  if (!found.ok) return found
  const buyer = found.value

  const earlier = await settleEarlier(context, buyer)
  if (earlier !== 'may_buy') return leadOn(context, earlier)
  const { checkout, nonce } = await inTransaction(context.db, (tx) => openCheckout(tx, context, buyer, plan))
  // Again, since the one that was just replaced may have been paid before it could be closed.
  const meanwhile = checkout.sessionId === null ? await settleEarlier(context, buyer) : 'may_buy'
  if (meanwhile !== 'may_buy') {
    await giveUpCheckout(context.db, checkout.id)
    // A call for the same plan may have got its session in the meantime: it can no longer be paid.
    await settleEarlier(context, buyer)
    return leadOn(context, meanwhile)
  }
  const session = await beginSession(context, checkout, buyer.email)
  return session ? ok({ ...session, nonce }) : refuseFor('unavailable', 1)
}

const successUrlOf = (publicUrl: string, sessionId: string): string =>
  `${publicUrl}/subscription/success?session_id=${sessionId}`

/** Where somebody goes who has nothing to buy. */
const leadOn = async ({ db, config }: Context, settled: Exclude<Settled, 'may_buy'>): Promise<Result<Begun>> => {
  if (settled === 'has_access') return refuse('already_subscribed')
  const { checkoutId, sessionId } = settled.paid
  const nonce = await inTransaction(db, (tx) => addNonce(tx, checkoutId))
  return ok({ sessionId, url: successUrlOf(config.publicUrl, sessionId), nonce })
}

/** Null when another plan was chosen while the provider was asked: this session is then closed again. */
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
