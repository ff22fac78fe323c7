import { readEmailAddress } from '@kitewise/rules/email-address'
import { findPinWeakness } from '@kitewise/rules/pin-strength'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, refuseFor, type Refusal, type Result } from '../../result.ts'
import { findAccount, revokeSessions, savePin } from './account-queries.ts'
import { accountKeys } from './attempt-keys.ts'
import { deleteTally } from './attempt-queries.ts'
import { HashingIsBusy } from './hash-pin.ts'
import { peekToken, redeemToken } from './one-time-token.ts'
import { rememberBrowser } from './remember-browser.ts'
import { voidTokens } from './token-queries.ts'

export type PinChange = {
  email: string
  pin: string
  /** The session that asks, or null. */
  session: { id: string; userId: string; isFresh: boolean } | null
  /** What was sent as the bearer, which may be a pin-setup token. */
  bearer: string
  /** The browser's device cookie, or null. */
  deviceToken: string | null
}

/** Who may set whose PIN: the user of a session, or of a token that is still unused. */
type Proof = { userId: string; sessionId: string | null; token: string | null }

type PinStored = { deviceToken: string | null }

/**
 * Sets a PIN for who has proof: a sign-in of at most ten minutes, or a pin-setup token, which is used up only when the PIN is set.
 * Ends the user's other sessions and voids the other links. A token also forgives the failures of strangers' devices.
 * With a token the browser becomes a known device too: the token came from the mailbox, or to the browser that has paid.
 * @returns the token for that browser's cookie; null with a session
 * Refusals: unauthorized, invalid_token, wrong_email, reauthenticate, pin_too_easy (`details.reason`), unavailable.
 */
export const setPin = async (context: Context, change: PinChange): Promise<Result<PinStored>> => {
  const proof = await findProof(context, change)
  if (!('userId' in proof)) return proof
  const account = await findAccount(context.db, proof.userId)
  if (!account) return refuse(proof.token === null ? 'unauthorized' : 'invalid_token')
  if (readEmailAddress(change.email) !== account.email) return refuse('wrong_email')
  if (change.session && !change.session.isFresh) return refuse('reauthenticate')
  const weakness = findPinWeakness(change.pin)
  if (weakness) return refuse('pin_too_easy', { reason: weakness })
  return storePin(context, proof, account.email, change)
}

const findProof = async ({ db }: Context, { session, bearer }: PinChange): Promise<Proof | Refusal> => {
  if (session) return { userId: session.userId, sessionId: session.id, token: null }
  if (!looksLikeToken(bearer)) return refuse('unauthorized')
  const subject = await peekToken(db, { purpose: 'pin-setup', token: bearer })
  return subject?.userId ? { userId: subject.userId, sessionId: null, token: bearer } : refuse('invalid_token')
}

/** A session that is over is told apart from a link that is over: only the first means "sign in again". */
const looksLikeToken = (bearer: string) => !bearer.includes('.')

const storePin = async (
  context: Context,
  proof: Proof,
  email: string,
  change: PinChange,
): Promise<Result<PinStored>> => {
  const { db, config, pinHasher } = context
  let pinHash: string
  try {
    pinHash = await pinHasher.hash(change.pin)
  } catch (error) {
    if (!(error instanceof HashingIsBusy)) throw error
    return refuseFor('unavailable', 2)
  }
  return inTransaction(db, async (tx) => {
    if (proof.token !== null) {
      const subject = await redeemToken(tx, { purpose: 'pin-setup', token: proof.token })
      if (subject?.userId !== proof.userId) return refuse('invalid_token')
      for (const { key } of accountKeys(config.pinHashing.pepper, email)) await deleteTally(tx, key)
    }
    await savePin(tx, proof.userId, pinHash)
    await revokeSessions(tx, proof.userId, proof.sessionId)
    await voidTokens(tx, 'pin-setup', proof.userId)
    return ok({
      deviceToken: proof.token === null ? null : await rememberBrowser(tx, proof.userId, change.deviceToken),
    })
  })
}
