import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, refuseFor, type Refusal, type Result } from '../../result.ts'
import { hashNetwork } from '../mail/hash-network.ts'
import { requestMail } from '../mail/request-mail.ts'
import { closeSession, giveUpCheckout, saveSession } from './checkout-queries.ts'
import type { StoredCheckout } from './checkout.ts'
import type { Buyer } from './customer.ts'
import { findBuyer } from './find-buyer.ts'
import { openCheckout } from './open-checkout.ts'
import { settleEarlier } from './settle-earlier.ts'

export type CheckoutWish = {
  productId: string
  registrationToken: string | undefined
  userId: string | null
  /** The client's network, as `networkOf` gives it. */
  networkKey: string
}

type Begun = Answer<'createCheckout'>['data']

/**
 * Begins a checkout, or gives the one that this person has open for the same plan. Somebody who has access already is sent a mail
 * with the way in and pays nothing.
 * @throws PaymentsUnavailable when the provider does not answer; asking again goes on where it stopped
 */
export const createCheckout = async (context: Context, wish: CheckoutWish): Promise<Result<Begun>> => {
  const plan = context.config.plans.find(({ productId }) => productId === wish.productId)
  if (!plan) return refuse('plan_not_found')
  const found = await findBuyer(context, wish)
  if (!found.ok) return found
  const buyer = found.value

  if ((await settleEarlier(context, buyer)).hasAccess) return sendHint(context, buyer, wish.networkKey)
  const { checkout, nonce } = await inTransaction(context.db, (tx) => openCheckout(tx, context, buyer, plan))
  // Again, since the one that was just replaced may have been paid before it could be closed.
  if (checkout.sessionId === null && (await settleEarlier(context, buyer)).hasAccess) {
    await giveUpCheckout(context.db, checkout.id)
    // A call for the same plan may have got its session in the meantime: it can no longer be paid.
    await settleEarlier(context, buyer)
    return sendHint(context, buyer, wish.networkKey)
  }
  const session = await beginSession(context, checkout, buyer.email)
  return session ? ok({ ...session, nonce }) : refuseFor('unavailable', 1)
}

const sendHint = async (context: Context, { email, language, userId }: Buyer, networkKey: string): Promise<Refusal> => {
  const requestedFrom = hashNetwork(context.config.pinHashing.pepper, networkKey)
  const hint = { to: email, language, template: 'sign_in_hint', values: {}, requestedFrom } as const
  await inTransaction(context.db, (tx) => requestMail(tx, context, userId === null ? hint : { ...hint, userId }))
  return refuse('check_email')
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
    successUrl: `${config.publicUrl}/subscription/success?session_id={sessionId}`,
    failedUrl: `${config.publicUrl}/subscription/failed`,
    canceledUrl: `${config.publicUrl}/subscription/failed?reason=canceled`,
    idempotencyKey: id,
  })
  if ((await saveSession(db, id, session)) === 'open') return session
  await payments.expireCheckout(session.sessionId)
  await closeSession(db, session.sessionId)
  return null
}
