import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { issueToken } from '../accounts/one-time-token.ts'
import { findCheckoutByNonce, findUserOfCheckout, takePinToken } from './checkout-queries.ts'
import { holdPayer } from './customer-queries.ts'
import { hashNonce } from './nonce.ts'
import { syncCheckout } from './sync-checkout.ts'

const tokenMinutes = 60

type Claim = Answer<'claimCheckout'>['data']

/**
 * What has become of a checkout, by the provider's word, for the browser that began it. When paying it created the account and that has
 * no PIN yet, the first to ask gets the token that sets one. For an account that existed before, and for anyone who asks again or has
 * lost the token, the way to a PIN is a mailed link.
 */
export const claimCheckout = async (
  context: Context,
  { sessionId, nonce }: { sessionId: string; nonce: string },
): Promise<Result<Claim>> => {
  const { db } = context
  const hash = hashNonce(nonce)
  const before = await findCheckoutByNonce(db, sessionId, hash)
  if (!before) return refuse('checkout_not_found')
  if (before.status === 'open' || before.status === 'replaced') await syncCheckout(context, sessionId)
  const checkout = await findCheckoutByNonce(db, sessionId, hash)
  if (checkout?.status !== 'paid')
    return ok({
      status: checkout?.status === 'failed' ? 'failed' : 'open',
      email: null,
      hasPin: null,
      pinSetupToken: null,
    })
  return ok(await inTransaction(db, (tx) => claimPaid(tx, checkout.id, context.clock())))
}

const claimPaid = async (tx: Tx, checkoutId: string, now: Date): Promise<Claim> => {
  const userId = await findUserOfCheckout(tx, checkoutId)
  const payer = userId === null ? null : await holdPayer(tx, userId)
  if (userId === null || !payer) return { status: 'failed', email: null, hasPin: null, pinSetupToken: null }
  const mayHaveToken = !payer.hasPin && (await takePinToken(tx, checkoutId, now))
  const pinSetupToken = mayHaveToken
    ? await issueToken(tx, { purpose: 'pin-setup', userId, minutes: tokenMinutes })
    : null
  return { status: 'paid', email: payer.email, hasPin: payer.hasPin, pinSetupToken }
}
