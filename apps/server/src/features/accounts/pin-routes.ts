import { readEmailAddress } from '@kitewise/rules/account'
import { findPinWeakness } from '@kitewise/rules/pin-strength'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import type { Handlers } from '../../platform/handler.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { peekToken, redeemToken } from '../../platform/one-time-tokens.sql.ts'
import { HashingIsBusy } from '../../platform/pin-hasher.ts'
import { ok, type Refusal, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { isSessionLive } from '../../platform/sessions.sql.ts'
import { rememberBrowser } from './devices.sql.ts'
import { replacePin } from './end-access.ts'
import { deleteTally } from './sign-in-attempts.sql.ts'
import { accountKey, accountKeys } from './sign-in-attempts.ts'
import { findAccount, holdAccount, lockAccount } from './users.sql.ts'

export const pinRoutes: Handlers<'setPin' | 'restorePin' | 'checkPinToken' | 'confirmDevice'> = {
  setPin: async (context, { body, session, bearer, client }) => {
    const outcome = await setPin(context, { ...body, session, bearer, deviceToken: client.deviceToken })
    if (!outcome.ok) return outcome
    if (outcome.value.deviceToken !== null) client.rememberDevice(outcome.value.deviceToken)
    return ok({ data: { isPinSetUp: true } })
  },
  restorePin: async ({ db, config }, { body, client }) => {
    const email = readEmailAddress(body.email)
    if (email !== null) {
      if (await hasBounced(db, { config }, email)) return refuse('address_bounces')
      // A job looks up the account, so that this takes the same time for every address.
      const { pepper } = config.pinHashing
      const key = `mail-pin-link:${accountKey(pepper, email).key}`
      await addJob(db, 'mail-pin-link', { email, requestedFrom: hashNetwork(pepper, client.networkKey) }, { key })
    }
    return ok({ data: { sent: true } })
  },
  checkPinToken: async ({ db }, { body }) => {
    const subject = await peekToken(db, { purpose: 'pin-setup', token: body.token })
    const account = subject?.userId ? await findAccount(db, subject.userId) : null
    return account ? ok({ data: { email: account.email } }) : refuse('invalid_token')
  },
  confirmDevice: async (context, { body, client }) => {
    const outcome = await confirmDevice(context, { token: body.token, deviceToken: client.deviceToken })
    if (!outcome.ok) return outcome
    client.rememberDevice(outcome.value.deviceToken)
    return ok({ data: { email: outcome.value.email } })
  },
}

type PinChange = {
  email: string
  pin: string
  session: { id: string; userId: string; isFresh: boolean } | null
  /** May be a pin-setup token. */
  bearer: string
  deviceToken: string | null
}

type Proof = { userId: string; sessionId: string | null; token: string | null }

/**
 * Needs a fresh session or a pin-setup token. The token proves the mailbox or the browser that paid: it clears the failures of
 * unknown devices and makes this browser the only known one. Returns the token for its cookie; null with a session.
 */
const setPin = async (context: Context, change: PinChange): Promise<Result<{ deviceToken: string | null }>> => {
  const proof = await findProof(context, change)
  if (!('userId' in proof)) return proof
  const account = await findAccount(context.db, proof.userId)
  if (!account) return refuse(proof.token === null ? 'unauthorized' : 'invalid_token')
  if (readEmailAddress(change.email) !== account.email) return refuse('wrong_email')
  if (change.session && !change.session.isFresh) return refuse('reauthenticate')
  const weakness = findPinWeakness(change.pin)
  if (weakness) return refuse('pin_too_easy', { reason: weakness })
  const pinHash = await hashPin(context, change.pin)
  return pinHash === null ? refuseFor('unavailable', 2) : storePin(context, proof, account.email, pinHash, change)
}

const findProof = async ({ db }: Context, { session, bearer }: PinChange): Promise<Proof | Refusal> => {
  if (session) return { userId: session.userId, sessionId: session.id, token: null }
  // A JWT has dots. The screens distinguish an ended session ("sign in again") from an expired link.
  if (bearer.includes('.')) return refuse('unauthorized')
  const subject = await peekToken(db, { purpose: 'pin-setup', token: bearer })
  return subject?.userId ? { userId: subject.userId, sessionId: null, token: bearer } : refuse('invalid_token')
}

/** Null when too many PINs wait to be hashed. */
const hashPin = async ({ pinHasher }: Context, pin: string): Promise<string | null> => {
  try {
    return await pinHasher.hash(pin)
  } catch (error) {
    if (error instanceof HashingIsBusy) return null
    throw error
  }
}

const storePin = (
  { db, config }: Context,
  proof: Proof,
  email: string,
  pinHash: string,
  change: PinChange,
): Promise<Result<{ deviceToken: string | null }>> =>
  inTransaction(db, async (tx) => {
    const { userId, sessionId, token } = proof
    const account = await lockAccount(tx, userId)
    // Checks the proof again: while this PIN was hashed, another one may have been set, or the address changed.
    const isProven = account?.email === email && (await isStillProven(tx, proof))
    if (!isProven) return refuse(token === null ? 'unauthorized' : 'invalid_token')
    await replacePin(tx, userId, { pinHash, sessionId, reason: 'pin_changed' })
    if (token === null) return ok({ deviceToken: null })
    for (const { key } of accountKeys(config.pinHashing.pepper, email)) await deleteTally(tx, key)
    return ok({ deviceToken: await rememberBrowser(tx, userId, change.deviceToken) })
  })

const isStillProven = async (tx: Tx, { userId, sessionId, token }: Proof): Promise<boolean> => {
  if (token !== null) return (await redeemToken(tx, { purpose: 'pin-setup', token }))?.userId === userId
  return sessionId !== null && isSessionLive(tx, userId, sessionId)
}

/**
 * The mailbox proves the owner: this browser becomes a known device, and failures of unknown devices are refunded. The PIN is
 * still needed to sign in.
 */
const confirmDevice = (
  { db, config }: Context,
  given: { token: string; deviceToken: string | null },
): Promise<Result<{ email: string; deviceToken: string }>> =>
  inTransaction(db, async (tx) => {
    const link = { purpose: 'device', token: given.token } as const
    const subject = await peekToken(tx, link)
    // Locks the account before the token, in the same order as a new PIN does.
    const account = subject?.userId ? await holdAccount(tx, subject.userId) : null
    if (!account || !(await redeemToken(tx, link))) return refuse('invalid_token')
    for (const { key } of accountKeys(config.pinHashing.pepper, account.email)) await deleteTally(tx, key)
    return ok({ email: account.email, deviceToken: await rememberBrowser(tx, account.id, given.deviceToken) })
  })
