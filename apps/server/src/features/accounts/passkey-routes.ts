import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handlers, RequestClient } from '../../platform/handler.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import {
  checkNewPasskey,
  checkPasskeyAnswer,
  makePasskeyCreation,
  makePasskeyRequest,
  passkeyIdOf,
  type PasskeyOptions,
} from '../../platform/passkeys.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isSessionLive, renewSignIn } from '../../platform/sessions.sql.ts'
import { note } from '../../telemetry/signals.ts'
import { openSession } from './open-session.ts'
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  redeemChallenge,
  renamePasskey,
  takePasskeyHandle,
} from './passkeys.sql.ts'
import { findAnyUser, lockAccount, type StoredUser } from './users.sql.ts'

type PasskeyEndpoint =
  | 'passkeySignInOptions'
  | 'passkeySignIn'
  | 'reauthenticateWithPasskey'
  | 'listPasskeys'
  | 'addPasskeyOptions'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'

export const passkeyRoutes: Handlers<PasskeyEndpoint> = {
  passkeySignInOptions: async (context) => {
    const { options, challengeHash } = await makePasskeyRequest(context, [])
    await insertChallenge(context.db, challengeHash, null)
    return ok({ data: options })
  },
  passkeySignIn: async (context, { body, client }) => {
    const signedIn = await signIn(context, body.passkey, client)
    if (!signedIn.ok) note('signInRejected', { reason: signedIn.code })
    return signedIn
  },
  reauthenticateWithPasskey: async (context, { body, session }) => {
    const proven = await provePasskey(context, body.passkey)
    if (!proven.ok || proven.value.id !== session.userId) return refuse('passkey_refused')
    await renewSignIn(context.db, { userId: session.userId, sessionId: session.id, proof: 'owner' })
    return ok({ data: { reauthenticated: true } })
  },
  listPasskeys: async ({ db }, { session }) => ok({ data: (await listPasskeys(db, session.userId)).map(present) }),
  addPasskeyOptions: async (context, { session }) => {
    const options = await askForNewPasskey(context, session.userId)
    return options.ok ? ok({ data: options.value }) : options
  },
  addPasskey: async (context, { body, session }) => {
    const added = await addPasskey(context, session, body)
    return added.ok ? ok({ data: present(added.value) }) : added
  },
  renamePasskey: async ({ db }, { params, body, session }) => {
    const renamed = await renamePasskey(db, { userId: session.userId, id: params.passkeyId, name: body.name })
    return renamed ? ok({ data: present(renamed) }) : refuse('not_found')
  },
  removePasskey: (context, { params, session }) => removePasskey(context, session.userId, params.passkeyId),
}

const mostPasskeys = 10

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** An authenticator may say whose passkey it used (Web Authentication, 7.2 step 6): then it must be the owner's handle. */
const isForOwner = (given: object, handle: Buffer | null): boolean => {
  const { userHandle } = 'response' in given ? (given.response as { userHandle?: unknown }) : {}
  if (typeof userHandle !== 'string' || userHandle === '') return true
  // The browser was given the handle as text.
  return Buffer.from(userHandle, 'base64url').toString() === handle?.toString('base64url')
}

/** Nobody can guess a passkey, so no attempt counts against an account. Every refusal before the proof is the same. */
export async function provePasskey(context: Context, given: object): Promise<Result<StoredUser>> {
  const { db } = context
  const id = passkeyIdOf(given)
  const stored = id === null ? null : await findPasskey(db, id)
  if (!stored || !isForOwner(given, stored.handle)) return refuse('passkey_refused')
  // Read first: `openSession` refuses if the PIN changes from here on, which may remove the passkey.
  const user = await findAnyUser(db, stored.userId)
  const redeem = (hash: Buffer) => redeemChallenge(db, hash, null)
  const checked = await checkPasskeyAnswer(context, given, { stored, redeem })
  if (!checked || !user || !(await notePasskeyUse(db, stored.id, checked.counter))) return refuse('passkey_refused')
  return user.isBlocked ? refuse('account_blocked') : ok(user)
}

const signIn = async (context: Context, given: object, client: RequestClient): Promise<Result<Answer<'login'>>> => {
  const proven = await provePasskey(context, given)
  if (!proven.ok) return proven
  const opened = await openSession(context, proven.value, client)
  return !opened.ok && opened.code === 'invalid_credentials' ? refuse('passkey_refused') : opened
}

const askForNewPasskey = async (context: Context, userId: string): Promise<Result<PasskeyOptions>> => {
  const { db, config } = context
  return inTransaction(db, async (tx) => {
    const handle = await takePasskeyHandle(tx, userId)
    const account = await lockAccount(tx, userId)
    if (!handle || !account) return refuse('unauthorized')
    const known = await listPasskeys(tx, userId)
    if (known.length >= mostPasskeys) return refuse('too_many_passkeys')
    const { options, challengeHash } = await makePasskeyCreation(context, {
      site: config.brand.name,
      user: { id: handle.toString('base64url'), email: account.email, name: account.email },
      known: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    })
    await insertChallenge(tx, challengeHash, userId)
    return ok(options)
  })
}

/** Locks the account, so that a new PIN comes before, and has then ended the session, or after and removes the passkey. */
const addPasskey = async (
  context: Context,
  { userId, id: sessionId }: { userId: string; id: string },
  given: { passkey: object; name: string },
): Promise<Result<PasskeyRow>> => {
  const { db } = context
  const passkey = await checkNewPasskey(context, given.passkey, (hash) => redeemChallenge(db, hash, userId))
  if (!passkey) return refuse('passkey_refused')
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account || !(await isSessionLive(tx, userId, sessionId))) return refuse('unauthorized')
    if ((await listPasskeys(tx, userId)).length >= mostPasskeys) return refuse('too_many_passkeys')
    const added = await insertPasskey(tx, { userId, name: given.name, passkey })
    if (!added) return refuse('passkey_refused')
    const { email: to, lang: language } = account
    await queueMail(tx, { to, userId, language, template: 'passkey_added', values: {} })
    return ok(added)
  })
}

const removePasskey = (
  { db }: Context,
  userId: string,
  passkeyId: string,
): Promise<Result<{ data: { removed: true } }>> =>
  inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) return refuse('unauthorized')
    if (!(await deletePasskey(tx, userId, passkeyId))) return refuse('not_found')
    const { email: to, lang: language } = account
    await queueMail(tx, { to, userId, language, template: 'passkey_removed', values: {} })
    return ok({ data: { removed: true as const } })
  })
