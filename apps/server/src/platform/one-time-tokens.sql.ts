import { createHash, randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../database/connect.ts'
import { inSteps } from '../database/transaction.ts'

export type TokenPurpose = 'pin-setup' | 'registration' | 'email-change' | 'email-undo' | 'device' | 'gift'

type TokenSubject = { userId: string | null; registrationId: string | null; emailChangeId: string | null }

type NewToken = { minutes: number } & (
  | { purpose: TokenPurpose; userId: string; registrationId?: undefined; emailChangeId?: undefined }
  | { purpose: TokenPurpose; registrationId: string; userId?: undefined; emailChangeId?: undefined }
  | { purpose: 'email-change' | 'email-undo'; userId: string; emailChangeId: string; registrationId?: undefined }
)

type GivenToken = { purpose: TokenPurpose; token: string }

/** Tokens are 128 random bits. Anything else is not looked up. */
const pattern = /^[A-Za-z0-9_-]{22}$/

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Issues a token that works once within `minutes`. Stores only its hash, so the token cannot be read again. */
export async function issueToken(tx: Queryable, wanted: NewToken): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const { purpose, userId = null, registrationId = null, emailChangeId = null, minutes } = wanted
  await tx`
    insert into one_time_tokens (token_hash, purpose, user_id, registration_id, email_change_id, expires_at)
    values (${hashToken(token)}, ${purpose}, ${userId}, ${registrationId}, ${emailChangeId},
      now() + make_interval(mins => ${minutes}))`
  return token
}

/** Uses a token up. Of several concurrent calls one gets the subject, all others null. Undone with the transaction. */
export async function redeemToken(tx: Tx, { purpose, token }: GivenToken): Promise<TokenSubject | null> {
  if (!pattern.test(token)) return null
  const [row] = await tx<TokenSubject[]>`
    update one_time_tokens set used_at = now()
    where token_hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning user_id as "userId", registration_id as "registrationId", email_change_id as "emailChangeId"`
  return row ?? null
}

/** The subject of a token, without using it up; null when it is unknown, used or expired. */
export async function peekToken(db: Queryable, { purpose, token }: GivenToken): Promise<TokenSubject | null> {
  if (!pattern.test(token)) return null
  const [row] = await db<TokenSubject[]>`
    select user_id as "userId", registration_id as "registrationId", email_change_id as "emailChangeId"
    from one_time_tokens
    where token_hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and expires_at > now()`
  return row ?? null
}

/** Keeps the links that undo an email change, which a thief with the PIN must not void (docs/decisions/0082). */
export async function voidTokens(tx: Tx, userId: string): Promise<void> {
  await tx`
    update one_time_tokens set used_at = now()
    where user_id = ${userId} and purpose <> 'email-undo' and used_at is null`
}

export async function deleteOldTokens(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from one_time_tokens where ctid = any(array(
        select ctid from one_time_tokens where expires_at < now() - interval '1 day'
        order by expires_at limit ${limit} for update skip locked))`,
  )
  await inSteps(
    (limit) => db`
      delete from one_time_tokens where ctid = any(array(
        select ctid from one_time_tokens where used_at < now() - interval '1 day'
        order by used_at limit ${limit} for update skip locked))`,
  )
}
