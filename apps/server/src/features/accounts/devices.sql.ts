import { createHash, randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'
import { deviceSeconds } from '../../platform/sessions.ts'

/** The stored form of a device token, its SHA-256; null for a cookie that we did not issue. */
export function hashDeviceToken(token: string | null): Buffer | null {
  return token !== null && /^[A-Za-z0-9_-]{22}$/.test(token) ? createHash('sha256').update(token).digest() : null
}

/** Makes a browser a known device of the user. Keeps its given token when we issued it; returns the one for the cookie. */
export async function rememberBrowser(tx: Tx, userId: string, givenToken: string | null): Promise<string> {
  const givenHash = hashDeviceToken(givenToken)
  const isOurs = givenHash !== null && (await deviceExists(tx, givenHash))
  const token = isOurs && givenToken !== null ? givenToken : randomBytes(16).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await tx`
    insert into devices (user_id, token_hash, expires_at)
    values (${userId}, ${hash}, now() + make_interval(secs => ${deviceSeconds}))
    on conflict (user_id, token_hash) do update set expires_at = excluded.expires_at`
  return token
}

const deviceExists = async (db: Queryable, deviceHash: Buffer): Promise<boolean> => {
  const rows = await db`select 1 from devices where token_hash = ${deviceHash} and expires_at > now() limit 1`
  return rows.length > 0
}

export async function forgetDevice(db: Queryable, userId: string, hash: Buffer): Promise<void> {
  await db`delete from devices where user_id = ${userId} and token_hash = ${hash}`
}

export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx`delete from devices where user_id = ${userId}`
}

/**
 * Ways to an account that a thief may have opened: the calendar's secret address, and accounts at an organization's provider.
 * NOTE: like erasure, it deletes from the tables of other features, because the account's features are below theirs.
 */
export async function endOtherWays(
  tx: Tx,
  userId: string,
  { withProviders }: { withProviders: boolean },
): Promise<void> {
  await tx`delete from calendar_feeds where user_id = ${userId}`
  if (withProviders) await tx`delete from organization_identities where user_id = ${userId}`
}

export async function deleteOldDevices(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from devices where ctid = any(array(
        select ctid from devices where expires_at < now()
        order by expires_at limit ${limit} for update skip locked))`,
  )
}
