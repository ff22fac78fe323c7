import type { Queryable } from '../../database/connect.ts'

/** When the address was made; null without one. */
export async function findFeed(db: Queryable, userId: string): Promise<Date | null> {
  const [row] = await db<{ createdAt: Date }[]>`
    select created_at as "createdAt" from calendar_feeds where user_id = ${userId}`
  return row?.createdAt ?? null
}

/** Replaces an earlier one. @returns when it was made */
export async function saveFeed(db: Queryable, userId: string, tokenHash: Buffer): Promise<Date> {
  const [row] = await db<{ createdAt: Date }[]>`
    insert into calendar_feeds (user_id, token_hash) values (${userId}, ${tokenHash})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now()
    returning created_at as "createdAt"`
  if (!row) throw new Error('a calendar address was not stored')
  return row.createdAt
}

export async function deleteFeed(db: Queryable, userId: string): Promise<void> {
  await db`delete from calendar_feeds where user_id = ${userId}`
}

/** Null also while the account is blocked or deleted. */
export async function findFeedOwner(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ userId: string; language: string } | null> {
  const [row] = await db<{ userId: string; language: string }[]>`
    select u.id as "userId", u.lang as language from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.deactivated_at is null and u.blocked_at is null`
  return row ?? null
}
