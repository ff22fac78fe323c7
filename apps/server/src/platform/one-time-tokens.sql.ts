import { createHash, randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../database/connect.ts'

export type TokenPurpose = 'pin-setup' | 'registration' | 'email-change' | 'email-undo' | 'device'

/** Whom a token speaks for: a user or a registration; and about which change of address, where it is about one. */
type TokenSubject = { userId: string | null; registrationId: string | null; emailChangeId: string | null }

type NewToken = { minutes: number } & (
  | { purpose: TokenPurpose; userId: string; registrationId?: undefined; emailChangeId?: undefined }
  | { purpose: TokenPurpose; registrationId: string; userId?: undefined; emailChangeId?: undefined }
  | { purpose: 'email-change' | 'email-undo'; userId: string; emailChangeId: string; registrationId?: undefined }
)

type GivenToken = { purpose: TokenPurpose; token: string }

/** A token of ours: 128 random bits. Anything else is not looked up. */
const pattern = /^[A-Za-z0-9_-]{22}$/

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Makes a token that works once within `minutes`. Only its hash is stored, so this is the one time it is known. */
export const issueToken = async (tx: Queryable, wanted: NewToken): Promise<string> => {
  const token = randomBytes(16).toString('base64url')
  await insertToken(tx, {
    hash: hashToken(token),
    purpose: wanted.purpose,
    userId: wanted.userId ?? null,
    registrationId: wanted.registrationId ?? null,
    emailChangeId: wanted.emailChangeId ?? null,
    minutes: wanted.minutes,
  })
  return token
}

/** Uses a token up. Of several at once one gets the subject; the others, and any later, get null. Undone with the transaction. */
export const redeemToken = async (tx: Tx, { purpose, token }: GivenToken): Promise<TokenSubject | null> =>
  pattern.test(token) ? redeemLiveToken(tx, purpose, hashToken(token)) : null

/** Whom a token speaks for, without using it up; null when it is unknown, used or too old. */
export const peekToken = async (db: Queryable, { purpose, token }: GivenToken): Promise<TokenSubject | null> =>
  pattern.test(token) ? findLiveToken(db, purpose, hashToken(token)) : null

const insertToken = async (
  db: Queryable,
  token: {
    hash: Buffer
    purpose: TokenPurpose
    userId: string | null
    registrationId: string | null
    emailChangeId: string | null
    minutes: number
  },
): Promise<void> => {
  await db`
    insert into one_time_tokens (token_hash, purpose, user_id, registration_id, email_change_id, expires_at)
    values (${token.hash}, ${token.purpose}, ${token.userId}, ${token.registrationId}, ${token.emailChangeId},
      now() + make_interval(mins => ${token.minutes}))`
}

const redeemLiveToken = async (db: Queryable, purpose: TokenPurpose, hash: Buffer): Promise<TokenSubject | null> => {
  const [row] = await db<TokenSubject[]>`
    update one_time_tokens set used_at = now()
    where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning user_id as "userId", registration_id as "registrationId", email_change_id as "emailChangeId"`
  return row ?? null
}

const findLiveToken = async (db: Queryable, purpose: TokenPurpose, hash: Buffer): Promise<TokenSubject | null> => {
  const [row] = await db<TokenSubject[]>`
    select user_id as "userId", registration_id as "registrationId", email_change_id as "emailChangeId"
    from one_time_tokens
    where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()`
  return row ?? null
}

/**
 * Voids every unused token of a user except the links that undo an email change. Those went to an earlier mailbox of the owner, and
 * a thief who holds the PIN must not be able to void them (decision 0170).
 */
export const voidTokens = async (tx: Tx, userId: string): Promise<void> => {
  await tx`
    update one_time_tokens set used_at = now()
    where user_id = ${userId} and purpose <> 'email-undo' and used_at is null`
}

/** Removes tokens that nobody can use any more. */
export const deleteOldTokens = async (db: Queryable): Promise<void> => {
  await db`delete from one_time_tokens where expires_at < now() - interval '1 day' or used_at < now() - interval '1 day'`
}
