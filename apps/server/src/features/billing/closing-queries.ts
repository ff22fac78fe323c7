import type { Queryable } from '../../database/connect.ts'

/** Somebody whose billing is to end: with what was bought before they asked, by the database's clock. */
export type Closing = { userId: string; requestedAt: string }

export const listClosings = (db: Queryable): Promise<Closing[]> =>
  db<Closing[]>`
    select user_id as "userId", requested_at::text as "requestedAt" from billing_closings order by requested_at limit 1000`

/** Settles a closing, unless it was asked for again in the meantime. */
export const deleteClosing = async (db: Queryable, { userId, requestedAt }: Closing): Promise<void> => {
  await db`delete from billing_closings where user_id = ${userId} and requested_at = ${requestedAt}::timestamptz`
}

export const listClosingSubscriptions = async (db: Queryable, { userId, requestedAt }: Closing): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where user_id = ${userId} and created_at <= ${requestedAt}::timestamptz order by created_at, id`
  return rows.map(({ id }) => id)
}

/** As whom somebody buys whose account is deleted; none when they have come back. */
export const listLeaversCustomers = async (db: Queryable, userId: string): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select c.id from users u join customers c on c.user_id = u.id or c.email = u.email
    where u.id = ${userId} and u.deactivated_at is not null`
  return rows.map(({ id }) => id)
}
