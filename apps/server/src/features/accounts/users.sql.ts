import type { SessionEnd } from '@kitewise/contract/errors'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { SubscriptionFacts } from '@kitewise/rules/subscription-access'
import type { Queryable, Tx } from '../../database/connect.ts'
import { idleSeconds } from '../../platform/sessions.ts'

/** A learner's row. The PIN hash is null until the learner has set a PIN. */
export type StoredUser = { id: string; email: string; username: string; lang: string; pinHash: string | null }

export type LoginUser = StoredUser & {
  /** Active, or deleted so lately that a sign-in undoes it. */
  maySignIn: boolean
  deviceIsKnown: boolean
}

type SessionUser = {
  sessionId: string
  userId: string
  /** The PIN was given a short time ago. */
  isFresh: boolean
  lang: string
  /** The row's last use is so old that it is written again. */
  isUseOutdated: boolean
  /** What was paid for, in no order. */
  subscriptions: SubscriptionFacts[]
}

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

/** The address and PIN that a sign-in has proven. A sign-in counts only while the account still has both. */
type Proven = { id: string; email: string; pinHash: string | null }

/** Takes a deletion back that is younger than `graceDays`, by the database's clock; false when there is none. */
export const reactivate = async (tx: Tx, { id, email, pinHash }: Proven, graceDays: number): Promise<boolean> => {
  const rows = await tx`
    update users set deactivated_at = null
    where id = ${id} and email = ${email} and pin_hash = ${pinHash}
      and deactivated_at > now() - make_interval(days => ${graceDays})
    returning id`
  return rows.length > 0
}

/** Whether the account is active; it, its address and its PIN then stay until the transaction ends. */
export const holdActive = async (tx: Tx, { id, email, pinHash }: Proven): Promise<boolean> => {
  const rows = await tx`
    select 1 from users
    where id = ${id} and email = ${email} and pin_hash = ${pinHash} and deactivated_at is null for share`
  return rows.length > 0
}

/** Sessions that were ended stay until they would be too old, so that their browser can say why. */
export const deleteDeadSessions = async (db: Queryable): Promise<void> => {
  await db`
    delete from sessions
    where expires_at < now() or last_used_at < now() - make_interval(secs => ${idleSeconds})`
}

export const deleteOldDevices = async (db: Queryable): Promise<void> => {
  await db`delete from devices where expires_at < now()`
}

/** Failures are forgotten after 30 days (`rules/login-throttle`), those of a network much sooner, an account's guesses after a year. */
export const deleteOldTallies = async (db: Queryable): Promise<void> => {
  await db`
    delete from login_attempts
    where blocked_until < now() and last_failure_at < now() -
      case when key like 'account-year:%' then interval '365 days' else interval '30 days' end`
}
