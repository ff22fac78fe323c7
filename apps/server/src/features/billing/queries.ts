import type { Queryable } from '../../database/connect.ts'
import type { StoredSubscription } from './subscription.ts'

/** The user's subscriptions, newest first. */
export const findSubscriptions = (db: Queryable, userId: string): Promise<StoredSubscription[]> =>
  db<StoredSubscription[]>`
    select id, status, cancel_at_period_end as "cancelAtPeriodEnd",
      floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from past_due_since))::float8 as "pastDueSince",
      price_cents as "priceCents", currency, interval_unit as "intervalUnit", interval_count as "intervalCount"
    from subscriptions where user_id = ${userId}
    order by created_at desc, id`

/** Whether an address is this user's, whatever its case. */
export const addressIsOf = async (db: Queryable, userId: string, email: string): Promise<boolean> => {
  const rows = await db`select 1 from users where id = ${userId} and email = lower(${email})`
  return rows.length > 0
}

/** Stores the subscription as it is now; of the same id there is one row. */
export const saveSubscription = async (
  db: Queryable,
  userId: string,
  subscription: StoredSubscription,
): Promise<void> => {
  await db`
    insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, past_due_since,
      price_cents, currency, interval_unit, interval_count)
    values (${userId}, ${subscription.id}, ${subscription.status}, ${subscription.cancelAtPeriodEnd},
      to_timestamp(${subscription.currentPeriodEnd}), to_timestamp(${subscription.pastDueSince}),
      ${subscription.priceCents}, ${subscription.currency}, ${subscription.intervalUnit}, ${subscription.intervalCount})
    on conflict (user_id, id) do update set status = excluded.status,
      cancel_at_period_end = excluded.cancel_at_period_end, current_period_end = excluded.current_period_end,
      past_due_since = excluded.past_due_since, price_cents = excluded.price_cents, currency = excluded.currency,
      interval_unit = excluded.interval_unit, interval_count = excluded.interval_count`
}
