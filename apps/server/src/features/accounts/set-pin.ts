import { readEmailAddress } from '@kitewise/rules/account'
import { findPinWeakness } from '@kitewise/rules/pin-strength'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { peekToken, redeemToken } from '../../platform/one-time-tokens.sql.ts'
import { HashingIsBusy } from '../../platform/pin-hasher.ts'
import { ok, type Refusal, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { idleSeconds } from '../../platform/sessions.ts'
import { findAccount, lockAccount } from './account-queries.ts'
import { accountKeys } from './attempt-keys.ts'
import { deleteTally } from './attempt-queries.ts'
import { isSessionLive } from './queries.ts'
import { rememberBrowser } from './remember-browser.ts'
import { replacePin } from './replace-pin.ts'

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
 * `replacePin` ends what the old PIN gave access to. A token also clears the failures of unknown devices and makes this browser the
 * only known device: the token came from the mailbox, or to the browser that has paid.
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
    const { userId, sessionId, token } = proof
    const account = await lockAccount(tx, userId)
    // The proof is checked again: another PIN may have been set, or the address changed, while this one was hashed.
    const isProven = account?.email === email && (await isStillProven(tx, proof))
    if (!isProven) return refuse(token === null ? 'unauthorized' : 'invalid_token')
    await replacePin(tx, userId, { pinHash, sessionId, reason: 'pin_changed' })
    if (token === null) return ok({ deviceToken: null })
    for (const { key } of accountKeys(config.pinHashing.pepper, email)) await deleteTally(tx, key)
    return ok({ deviceToken: await rememberBrowser(tx, userId, change.deviceToken) })
  })
}

/** Uses the token up; a session has to be alive still. */
const isStillProven = async (tx: Tx, { userId, sessionId, token }: Proof): Promise<boolean> => {
  if (token !== null) return (await redeemToken(tx, { purpose: 'pin-setup', token }))?.userId === userId
  return sessionId !== null && isSessionLive(tx, userId, sessionId, idleSeconds)
}
