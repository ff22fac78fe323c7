import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findCheckoutByNonce, holdPayerOfCheckout, takePinToken } from './checkout-queries.ts'
import { hashNonce } from './nonce.ts'
import { syncCheckout } from './sync-checkout.ts'

const tokenMinutes = 60

type Claim = Answer<'claimCheckout'>['data']

/**
 * What has become of a checkout, by the provider's word, for the browser that began it. Where its payment made the account, the first to
 * ask gets the token that sets the PIN. For an account that was there before, whatever its state, the answer is the one that a new
 * account gives from then on: the mailbox has the way in.
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
    return ok({ status: checkout?.status === 'failed' ? 'failed' : 'open', email: null, pinSetupToken: null })
  return ok(await inTransaction(db, (tx) => claimPaid(tx, checkout.id, context.clock())))
}

const claimPaid = async (tx: Tx, checkoutId: string, now: Date): Promise<Claim> => {
  const paid = await holdPayerOfCheckout(tx, checkoutId)
  if (!paid) return { status: 'failed', email: null, pinSetupToken: null }
  const { userId, email, needsPin } = paid
  const mayHaveToken = needsPin && (await takePinToken(tx, checkoutId, now))
  const pinSetupToken = mayHaveToken
    ? await issueToken(tx, { purpose: 'pin-setup', userId, minutes: tokenMinutes })
    : null
  return { status: 'paid', email, pinSetupToken }
}
