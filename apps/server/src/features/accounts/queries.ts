import type { SessionEnd } from '@kitewise/contract/errors'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { LoginUser, SessionUser, StoredUser } from './user.ts'

/** The user of an address in lower case, and whether the device is one of theirs. */
export const findUserForLogin = async (
  db: Queryable,
  email: string,
  deviceHash: Buffer | null,
): Promise<LoginUser | null> => {
  const [row] = await db<LoginUser[]>`
    select u.id, u.email, u.username, u.lang, u.pin_hash as "pinHash",
      (u.deactivated_at is null or u.deactivated_at > now() - make_interval(days => ${deletionGraceDays})) as "maySignIn",
      d.token_hash is not null as "deviceIsKnown"
    from users u
    left join devices d on d.user_id = u.id and d.token_hash = ${deviceHash} and d.expires_at > now()
    where u.email = ${email}`
  return row ?? null
}

export const findUser = async (db: Queryable, userId: string): Promise<StoredUser | null> => {
  const [row] = await db<StoredUser[]>`
    select id, email, username, lang, pin_hash as "pinHash" from users where id = ${userId} and deactivated_at is null`
  return row ?? null
}

/** Stores a user, or renews PIN and name of the one who has this address. Gives the id that the row has. */
export const saveUser = async (
  db: Queryable,
  user: { id: string; email: string; username: string; pinHash: string | null; lang: string },
): Promise<string> => {
  const [row] = await db<{ id: string }[]>`
    insert into users (id, email, username, pin_hash, lang)
    values (${user.id}, ${user.email}, ${user.username}, ${user.pinHash}, ${user.lang})
    on conflict (email) do update set pin_hash = excluded.pin_hash, username = excluded.username
    returning id`
  if (!row) throw new Error('an upsert of a user gave no row')
  return row.id
}

export const insertSession = async (
  db: Queryable,
  session: { id: string; userId: string; seconds: number },
): Promise<void> => {
  await db`
    insert into sessions (user_id, id, expires_at)
    values (${session.userId}, ${session.id}, now() + make_interval(secs => ${session.seconds}))`
}

/**
 * The session when it is alive: neither revoked nor over nor idle for too long, and its user still there. The subscriptions come in
 * the same statement, since nearly every request needs both (decision 0026).
 */
export const findLiveSession = async (
  db: Queryable,
  userId: string,
  sessionId: string,
  seconds: { idle: number; fresh: number },
): Promise<SessionUser | null> => {
  const [row] = await db<SessionUser[]>`
    select s.id as "sessionId", s.user_id as "userId", u.lang,
      greatest(s.created_at, s.reauthenticated_at) > now() - make_interval(secs => ${seconds.fresh}) as "isFresh",
      s.last_used_at < now() - interval '1 hour' as "isUseOutdated",
      (select coalesce(json_agg(json_build_object('status', p.status,
          'currentPeriodEnd', floor(extract(epoch from p.current_period_end)),
          'pastDueSince', floor(extract(epoch from p.past_due_since)))), '[]')
        from subscriptions p where p.user_id = s.user_id) as subscriptions
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.id = ${sessionId}
      and s.revoked_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(secs => ${seconds.idle})
      and u.deactivated_at is null`
  return row ?? null
}

/** Why a session that is not alive has ended; null when it is unknown, or was ended before the reason was stored. */
export const findSessionEnd = async (db: Queryable, userId: string, sessionId: string): Promise<SessionEnd | null> => {
  const [row] = await db<{ end: SessionEnd | null }[]>`
    select case when revoked_at is null then 'expired' else end_reason end as "end"
    from sessions where user_id = ${userId} and id = ${sessionId}`
  return row?.end ?? null
}

export const renewSessionUse = async (db: Queryable, userId: string, sessionId: string): Promise<void> => {
  await db`update sessions set last_used_at = now() where user_id = ${userId} and id = ${sessionId}`
}

export const revokeSession = async (db: Queryable, userId: string, sessionId: string): Promise<void> => {
  await db`
    update sessions set revoked_at = now(), end_reason = 'signed_out'
    where user_id = ${userId} and id = ${sessionId} and revoked_at is null`
}

/** Whether a session is alive. The caller holds the lock of its account, so that it stays alive until the transaction ends or its own sign-out. */
export const isSessionLive = async (
  tx: Tx,
  userId: string,
  sessionId: string,
  idleSeconds: number,
): Promise<boolean> => {
  const rows = await tx`
    select 1 from sessions
    where user_id = ${userId} and id = ${sessionId} and revoked_at is null and expires_at > now()
      and last_used_at > now() - make_interval(secs => ${idleSeconds})`
  return rows.length > 0
}

/** Whether any user has signed in from this device and it is still remembered. */
export const deviceExists = async (db: Queryable, deviceHash: Buffer): Promise<boolean> => {
  const rows = await db`select 1 from devices where token_hash = ${deviceHash} and expires_at > now() limit 1`
  return rows.length > 0
}

export const rememberDevice = async (
  db: Queryable,
  device: { userId: string; hash: Buffer; seconds: number },
): Promise<void> => {
  await db`
    insert into devices (user_id, token_hash, expires_at)
    values (${device.userId}, ${device.hash}, now() + make_interval(secs => ${device.seconds}))
    on conflict (user_id, token_hash) do update set expires_at = excluded.expires_at`
}

export const forgetDevice = async (db: Queryable, userId: string, hash: Buffer): Promise<void> => {
  await db`delete from devices where user_id = ${userId} and token_hash = ${hash}`
}
