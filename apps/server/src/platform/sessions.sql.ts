import type { SessionEnd } from '@kitewise/contract/errors'
import type { SubscriptionFacts } from '@kitewise/rules/subscription-access'
import type { Queryable, Tx } from '../database/connect.ts'
import { listenerName } from '../database/listen.ts'
import { inSteps } from '../database/transaction.ts'

/** An unused session ends after two weeks. */
const idleSeconds = 14 * 86_400
/** For ten minutes after the learner proved who they are, actions that need a fresh sign-in don't ask for it again. */
const freshSeconds = 600

export type LiveSession = {
  sessionId: string
  userId: string
  /** The organization whose provider began the session; null for a PIN or a passkey. */
  organizationId: string | null
  /** The learner's own PIN or passkey began the session or was used in it, or there is neither. */
  isOwnerProven: boolean
  /** For how many milliseconds the sign-in stays fresh; negative when it isn't. Never by a provider's sign-in alone. */
  freshMs: number
  /** For how many milliseconds the session lives, if it isn't used. */
  liveMs: number
  lang: string
  /** `last_used_at` is more than an hour old. */
  isUseOutdated: boolean
  /** Unordered. */
  subscriptions: SubscriptionFacts[]
}

/** Not revoked, expired or idle, and the user is active and not blocked. With subscriptions, since nearly every request needs both. */
export async function findLiveSession(db: Queryable, userId: string, sessionId: string): Promise<LiveSession | null> {
  const [row] = await db<LiveSession[]>`
    select s.id as "sessionId", s.user_id as "userId", u.lang, s.organization_id as "organizationId",
      (s.organization_id is null or s.owner_proved_at is not null or not (u.pin_hash is not null
        or exists (select 1 from passkeys k where k.user_id = u.id))) as "isOwnerProven",
      coalesce(extract(epoch from greatest(case when s.organization_id is null then s.created_at end, s.reauthenticated_at)
        - now()) * 1000 + ${freshSeconds * 1000}, -1)::float8 as "freshMs",
      (extract(epoch from least(s.expires_at, s.last_used_at + make_interval(secs => ${idleSeconds})) - now()) * 1000)::float8
        as "liveMs",
      s.last_used_at < now() - interval '1 hour' as "isUseOutdated",
      (select coalesce(json_agg(json_build_object('status', p.status,
          'currentPeriodEnd', floor(extract(epoch from p.current_period_end)),
          'pastDueSince', floor(extract(epoch from p.past_due_since)))), '[]')
        from subscriptions p where p.user_id = s.user_id) as subscriptions
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.id = ${sessionId}
      and s.revoked_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(secs => ${idleSeconds})
      and u.deactivated_at is null and u.blocked_at is null`
  return row ?? null
}

/** The same facts about a user without a session, unordered. */
export function findSubscriptionFacts(db: Queryable, userId: string): Promise<SubscriptionFacts[]> {
  return db<SubscriptionFacts[]>`
    select status, floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from past_due_since))::float8 as "pastDueSince"
    from subscriptions where user_id = ${userId}`
}

/** The same for many users, by their ID. Users without a subscription are missing. */
export async function listSubscriptionFactsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, SubscriptionFacts[]>> {
  const rows = await db<{ userId: string; facts: SubscriptionFacts[] }[]>`
    select user_id as "userId", json_agg(json_build_object('status', status,
        'currentPeriodEnd', floor(extract(epoch from current_period_end)),
        'pastDueSince', floor(extract(epoch from past_due_since)))) as facts
    from subscriptions where user_id = any(${[...userIds]}::uuid[]) group by user_id`
  return new Map(rows.map(({ userId, facts }) => [userId, facts]))
}

/** Lock the account first: the session then stays alive until the transaction ends, unless its owner signs out. */
export async function isSessionLive(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const rows = await tx`
    select 1 from sessions
    where user_id = ${userId} and id = ${sessionId} and revoked_at is null and expires_at > now()
      and last_used_at > now() - make_interval(secs => ${idleSeconds})`
  return rows.length > 0
}

/** Why a session ended; null when the row is gone, or ended before the reason was stored. */
export async function findSessionEnd(db: Queryable, userId: string, sessionId: string): Promise<SessionEnd | null> {
  const [row] = await db<{ end: SessionEnd | null }[]>`
    select case when revoked_at is null then 'expired' else end_reason end as "end"
    from sessions where user_id = ${userId} and id = ${sessionId}`
  return row?.end ?? null
}

export async function insertSession(
  db: Queryable,
  session: { id: string; userId: string; seconds: number; organizationId?: string | null; isOwnerProven?: boolean },
): Promise<void> {
  await db`
    insert into sessions (user_id, id, organization_id, owner_proved_at, expires_at)
    values (${session.userId}, ${session.id}, ${session.organizationId ?? null},
      case when ${session.isOwnerProven ?? false} then now() end, now() + make_interval(secs => ${session.seconds}))`
}

export async function renewSessionUse(db: Queryable, userId: string, sessionId: string): Promise<void> {
  await db`update sessions set last_used_at = now() where user_id = ${userId} and id = ${sessionId}`
}

/** Makes a session fresh, unless it has ended. `proof`: by the learner's own PIN or passkey, or by an organization's provider. */
export async function renewSignIn(
  db: Queryable,
  { userId, sessionId, proof }: { userId: string; sessionId: string; proof: 'owner' | 'provider' },
): Promise<void> {
  await db`
    update sessions set reauthenticated_at = now(),
      owner_proved_at = case when ${proof === 'owner'} then now() else owner_proved_at end
    where user_id = ${userId} and id = ${sessionId} and revoked_at is null`
}

export async function revokeSession(db: Queryable, userId: string, sessionId: string): Promise<void> {
  await db`
    update sessions set revoked_at = now(), end_reason = 'signed_out'
    where user_id = ${userId} and id = ${sessionId} and revoked_at is null`
}

/** Ends the user's sessions except `keptSessionId`; null ends all of them. */
export async function revokeSessions(
  tx: Tx,
  userId: string,
  { keptSessionId, reason }: { keptSessionId: string | null; reason: Exclude<SessionEnd, 'expired'> },
): Promise<void> {
  await tx`
    update sessions set revoked_at = now(), end_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${keptSessionId}::uuid`
}

/** Ends the sessions of a user, or with null of everybody, that the organization's provider began; those of a PIN or a passkey stay. */
export async function revokeOrganizationSessions(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string | null },
): Promise<void> {
  await tx`
    update sessions set revoked_at = now(), end_reason = 'organization'
    where organization_id = ${organizationId} and (${userId}::uuid is null or user_id = ${userId}) and revoked_at is null`
}

/** Keeps revoked sessions until they would have expired, so that their browser can learn why they ended. */
export async function deleteDeadSessions(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from sessions where ctid = any(array(
        select ctid from sessions where expires_at < now()
        order by expires_at limit ${limit} for update skip locked))`,
  )
  await inSteps(
    (limit) => db`
      delete from sessions where ctid = any(array(
        select ctid from sessions where last_used_at < now() - make_interval(secs => ${idleSeconds})
        order by last_used_at limit ${limit} for update skip locked))`,
  )
}

/** Asks all instances to confirm that they have heard of every change so far. Returns how many instances listen. */
export async function askInstances(db: Queryable, id: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count, pg_notify('session_changes', 'ask ' || ${id}::text) as asked from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`
  return row?.count ?? 0
}

export async function confirmSettled(db: Queryable, id: string): Promise<void> {
  await db`select pg_notify('session_changes', 'done ' || ${id}::text)`
}
