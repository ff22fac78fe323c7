import type { SessionEnd } from '@kitewise/contract/errors'
import type { Queryable, Tx } from '../../database/connect.ts'

/** Gives the id of the new row, or null when the address has an account. */
export const insertAccount = async (
  db: Queryable,
  account: { email: string; username: string; language: string; marketingConsent: boolean },
): Promise<string | null> => {
  const [row] = await db<{ id: string }[]>`
    insert into users (id, email, username, lang, marketing_consent)
    values (gen_random_uuid(), ${account.email}, ${account.username}, ${account.language}, ${account.marketingConsent})
    on conflict (email) do nothing
    returning id`
  return row?.id ?? null
}

type Account = { id: string; email: string; lang: string }

/** The account of an address, also a deactivated one. */
export const findAccountByEmail = async (
  db: Queryable,
  email: string,
): Promise<(Account & { isActive: boolean }) | null> => {
  const [row] = await db<(Account & { isActive: boolean })[]>`
    select id, email, lang, deactivated_at is null as "isActive" from users where email = ${email}`
  return row ?? null
}

/** An account, also a deactivated one, that keeps its address and PIN until the transaction ends. */
export const holdAccount = async (tx: Tx, userId: string): Promise<Account | null> => {
  const [row] = await tx<Account[]>`select id, email, lang from users where id = ${userId} for share`
  return row ?? null
}

/** An active account. */
export const findAccount = async (db: Queryable, userId: string): Promise<Account | null> => {
  const [row] = await db<Account[]>`
    select id, email, lang from users where id = ${userId} and deactivated_at is null`
  return row ?? null
}

export const savePin = async (tx: Tx, userId: string, pinHash: string | null): Promise<void> => {
  await tx`update users set pin_hash = ${pinHash} where id = ${userId}`
}

/** The PIN was given again: the session counts as just signed in. Nothing happens to one that has ended meanwhile. */
export const renewSignIn = async (db: Queryable, userId: string, sessionId: string): Promise<void> => {
  await db`
    update sessions set reauthenticated_at = now()
    where user_id = ${userId} and id = ${sessionId} and revoked_at is null`
}

/** Ends the user's sessions except `keptSessionId`; null ends all of them. */
export const revokeSessions = async (
  tx: Tx,
  userId: string,
  { keptSessionId, reason }: { keptSessionId: string | null; reason: Exclude<SessionEnd, 'expired'> },
): Promise<void> => {
  await tx`
    update sessions set revoked_at = now(), end_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${keptSessionId}::uuid`
}

/** Makes every browser an unknown device of this account again. */
export const forgetDevices = async (tx: Tx, userId: string): Promise<void> => {
  await tx`delete from devices where user_id = ${userId}`
}

/** The constraint that a second account of one address offends. */
export const oneAccountPerAddress = 'users_email_key'

/** An active account, which nobody else changes until the transaction ends. */
export const lockAccount = async (tx: Tx, userId: string): Promise<Account | null> => {
  const [row] = await tx<Account[]>`
    select id, email, lang from users where id = ${userId} and deactivated_at is null for update`
  return row ?? null
}

/** Whether this is the address of an active account; it stays so until the transaction ends. */
export const holdAddress = async (tx: Tx, userId: string, email: string): Promise<boolean> => {
  const rows = await tx`
    select 1 from users where id = ${userId} and email = ${email} and deactivated_at is null for share`
  return rows.length > 0
}

/** Gives an account another address; fails by `oneAccountPerAddress` when that has one. */
export const moveAccount = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx`update users set email = ${email} where id = ${userId}`
}
