import type { PushReceiver } from '../../adapters/push/port.ts'
import type { Queryable, Tx } from '../../database/connect.ts'

/** Oldest first. */
export async function listEndpoints(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db<{ endpoint: string }[]>`
    select endpoint from push_subscriptions where user_id = ${userId} order by created_at, id`
  return rows.map(({ endpoint }) => endpoint)
}

/** The browser may have belonged to another learner. Keeps the learner's `most` newest ones. */
export async function saveSubscription(
  tx: Tx,
  userId: string,
  { endpoint, p256dh, auth }: PushReceiver,
  most: number,
): Promise<void> {
  await tx`
    insert into push_subscriptions as kept (user_id, endpoint, p256dh_key, auth_secret)
    values (${userId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint) do update set user_id = excluded.user_id, p256dh_key = excluded.p256dh_key,
      auth_secret = excluded.auth_secret, created_at = now()`
  await tx`
    delete from push_subscriptions where user_id = ${userId} and id not in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id limit ${most})`
}

export async function deleteEndpoint(db: Queryable, userId: string, endpoint: string): Promise<void> {
  await db`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`
}

export type Subscription = PushReceiver & { userId: string; language: string; timeZone: string }

/** Null when the browser or the account is gone, or the account is blocked. */
export async function findSubscription(db: Queryable, id: string): Promise<Subscription | null> {
  const [row] = await db<Subscription[]>`
    select p.user_id as "userId", p.endpoint, p.p256dh_key as "p256dh", p.auth_secret as "auth", u.lang as language,
      s.time_zone as "timeZone"
    from push_subscriptions p join users u on u.id = p.user_id join reminder_settings s on s.user_id = p.user_id
    where p.id = ${id} and u.deactivated_at is null and u.blocked_at is null`
  return row ?? null
}

export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db`delete from push_subscriptions where id = ${id}`
}
