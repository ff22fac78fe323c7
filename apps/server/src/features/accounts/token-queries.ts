import type { Queryable, Tx } from '../../database/connect.ts'
import type { TokenPurpose, TokenSubject } from './one-time-token.ts'

export const insertToken = async (
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

export const redeemLiveToken = async (
  db: Queryable,
  purpose: TokenPurpose,
  hash: Buffer,
): Promise<TokenSubject | null> => {
  const [row] = await db<TokenSubject[]>`
    update one_time_tokens set used_at = now()
    where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning user_id as "userId", registration_id as "registrationId", email_change_id as "emailChangeId"`
  return row ?? null
}

export const findLiveToken = async (
  db: Queryable,
  purpose: TokenPurpose,
  hash: Buffer,
): Promise<TokenSubject | null> => {
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
