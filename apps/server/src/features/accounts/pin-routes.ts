import { readEmailAddress } from '@kitewise/rules/account'
import { findPinWeakness } from '@kitewise/rules/pin-strength'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import type { Handlers } from '../../platform/handler.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { peekToken, redeemToken } from '../../platform/one-time-tokens.sql.ts'
import { HashingIsBusy } from '../../platform/pin-hasher.ts'
import { ok, type Refusal, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { idleSeconds } from '../../platform/sessions.ts'
import { replacePin } from './end-access.ts'
import { rememberBrowser } from './known-devices.ts'
import { deleteTally } from './sign-in-attempts.sql.ts'
import { accountKey, accountKeys } from './sign-in-attempts.ts'
import { findAccount, holdAccount, isSessionLive, lockAccount } from './users.sql.ts'

export const pinRoutes: Handlers<'setPin' | 'restorePin' | 'checkPinToken' | 'confirmDevice'> = {
  setPin: async (context, { body, session, bearer, client }) => {
    const outcome = await setPin(context, { ...body, session, bearer, deviceToken: client.deviceToken })
    if (!outcome.ok) return outcome
    if (outcome.value.deviceToken !== null) client.rememberDevice(outcome.value.deviceToken)
    return ok({ data: { isPinSetUp: true } })
  },
  restorePin: async (context, { body, client }) => {
    await restorePin(context, { email: body.email, networkKey: client.networkKey })
    return ok({ data: { sent: true } })
  },
  confirmDevice: async (context, { body, client }) => {
    const outcome = await confirmDevice(context, { token: body.token, deviceToken: client.deviceToken })
    if (!outcome.ok) return outcome
    client.rememberDevice(outcome.value.deviceToken)
    return ok({ data: { email: outcome.value.email } })
  },
  checkPinToken: async (context, { body }) => {
    const found = await findPinToken(context, body.token)
    return found ? ok({ data: found }) : refuse('invalid_token')
  },
}

type PinChange = {
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
const setPin = async (context: Context, change: PinChange): Promise<Result<PinStored>> => {
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

/**
 * Asks for a link to set a new PIN. Whether the address has an account is looked up by a job, so that this takes the same
 * time and says the same for everybody.
 */
const restorePin = async ({ db, config }: Context, asking: { email: string; networkKey: string }): Promise<void> => {
  const email = readEmailAddress(asking.email)
  if (email === null) return
  const { pepper } = config.pinHashing
  const key = `mail-pin-link:${accountKey(pepper, email).key}`
  await addJob(db, 'mail-pin-link', { email, requestedFrom: hashNetwork(pepper, asking.networkKey) }, { key })
}

/** Whose PIN a link may set, without using it up; null when the link is no longer good. */
const findPinToken = async ({ db }: Context, token: string): Promise<{ email: string } | null> => {
  const subject = await peekToken(db, { purpose: 'pin-setup', token })
  const account = subject?.userId ? await findAccount(db, subject.userId) : null
  return account && { email: account.email }
}

/**
 * Uses the link of a mail up: the browser that asks is a known device of the account from now on, and strangers' failures at the
 * account are forgiven, since whoever reads its mailbox owns it. It signs nobody in: the PIN is still asked for.
 * Refusal: invalid_token.
 */
const confirmDevice = (
  { db, config }: Context,
  given: { token: string; deviceToken: string | null },
): Promise<Result<{ email: string; deviceToken: string }>> =>
  inTransaction(db, async (tx) => {
    const link = { purpose: 'device', token: given.token } as const
    const subject = await peekToken(tx, link)
    // The account before the token, in the order in which a new PIN locks them.
    const account = subject?.userId ? await holdAccount(tx, subject.userId) : null
    if (!account || !(await redeemToken(tx, link))) return refuse('invalid_token')
    for (const { key } of accountKeys(config.pinHashing.pepper, account.email)) await deleteTally(tx, key)
    return ok({ email: account.email, deviceToken: await rememberBrowser(tx, account.id, given.deviceToken) })
  })
