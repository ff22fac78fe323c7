import type { Queryable } from '../../database/connect.ts'

/** Ages are PostgreSQL intervals, such as '11 minutes'. */
type Ago = string

export async function userExists(db: Queryable, userId: string): Promise<boolean> {
  return (await db`select 1 from users where id = ${userId}`).length > 0
}

export async function isActive(db: Queryable, userId: string): Promise<boolean> {
  return (await db`select 1 from users where id = ${userId} and deactivated_at is null`).length > 0
}

export async function findUserId(db: Queryable, email: string): Promise<string> {
  const [row] = await db<{ id: string }[]>`select id from users where email = ${email}`
  return row?.id ?? ''
}

export async function renameUser(db: Queryable, userId: string, username: string): Promise<void> {
  await db`update users set username = ${username} where id = ${userId}`
}

export async function setPinHash(db: Queryable, userIds: readonly string[], hash: string): Promise<void> {
  await db`update users set pin_hash = ${hash} where id = any(${[...userIds]})`
}

export async function removeAllPins(db: Queryable): Promise<void> {
  await db`update users set pin_hash = null`
}

/** Adds users with the PIN of an existing one: `sprayed-1@kitewise.example` and so on. */
export async function addSprayedUsers(db: Queryable, howMany: number): Promise<void> {
  await db`
    insert into users (id, email, username, pin_hash)
    select gen_random_uuid(), 'sprayed-' || number || '@kitewise.example', '', (select pin_hash from users limit 1)
    from generate_series(1, ${howMany}) as number`
}

export async function deactivateUser(db: Queryable, userId: string, ago: Ago = '0 seconds'): Promise<void> {
  await db`update users set deactivated_at = now() - ${ago}::interval where id = ${userId}`
}

export async function ageDeletion(db: Queryable, userId: string, ago: Ago): Promise<void> {
  await db`update users set deactivated_at = deactivated_at - ${ago}::interval where id = ${userId}`
}

export async function deleteUser(db: Queryable, userId: string): Promise<void> {
  await db`delete from users where id = ${userId}`
}

export async function ageSession(db: Queryable, userId: string, ago: Ago): Promise<void> {
  await db`update sessions set created_at = now() - ${ago}::interval where user_id = ${userId}`
}

export async function ageReauthentication(db: Queryable, userId: string, ago: Ago): Promise<void> {
  await db`update sessions set reauthenticated_at = now() - ${ago}::interval where user_id = ${userId}`
}

export async function ageLastUse(db: Queryable, userId: string, ago: Ago): Promise<void> {
  await db`update sessions set last_used_at = now() - ${ago}::interval where user_id = ${userId}`
}

export async function wasUsedWithinAMinute(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db`
    select 1 from sessions where user_id = ${userId} and last_used_at > now() - interval '1 minute'`
  return rows.length > 0
}

export async function expireSessions(db: Queryable, userId: string): Promise<void> {
  await db`update sessions set expires_at = now() where user_id = ${userId}`
}

export async function countDevices(db: Queryable, userId: string): Promise<number> {
  return (await db`select 1 from devices where user_id = ${userId}`).length
}

export async function expireTokens(db: Queryable, of: { userId: string } | { registrationId: string }): Promise<void> {
  if ('userId' in of) await db`update one_time_tokens set expires_at = now() where user_id = ${of.userId}`
  else await db`update one_time_tokens set expires_at = now() where registration_id = ${of.registrationId}`
}

export async function expireDeviceTokens(db: Queryable): Promise<void> {
  await db`update one_time_tokens set expires_at = now() where purpose = 'device'`
}

/** `seconds`: how long the token is valid. */
export function listTokens(db: Queryable, userId: string): Promise<{ purpose: string; seconds: number }[]> {
  return db<{ purpose: string; seconds: number }[]>`
    select purpose, extract(epoch from expires_at - created_at)::int as seconds from one_time_tokens
    where user_id = ${userId} order by created_at`
}

export async function ageEmailChanges(db: Queryable, userId: string, ago: Ago): Promise<void> {
  await db`update email_changes set requested_at = requested_at - ${ago}::interval where user_id = ${userId}`
}

export async function ageConfirmation(db: Queryable, userId: string, ago: Ago): Promise<void> {
  await db`update email_changes set confirmed_at = now() - ${ago}::interval where user_id = ${userId}`
}
