import type { Queryable } from '../../database/connect.ts'
import type { ShownSubscription, StoredSubscription } from './subscription.ts'

/** The user's subscriptions, newest first; with an id that one alone. */
export const findSubscriptions = (
  db: Queryable,
  userId: string,
  id: string | null = null,
): Promise<ShownSubscription[]> =>
  db<ShownSubscription[]>`
    select id, status, cancel_at_period_end as "cancelAtPeriodEnd",
      floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from past_due_since))::float8 as "pastDueSince",
      price_cents as "priceCents", currency, interval_unit as "intervalUnit", interval_count as "intervalCount",
      provider, provider_customer_id as "providerCustomerId",
      case when payment_method_type is not null then jsonb_build_object('type', payment_method_type, 'card',
        case when card_last4 is not null then jsonb_build_object('brand', card_brand, 'last4', card_last4,
          'expMonth', card_exp_month, 'expYear', card_exp_year) end) end as "paymentMethod"
    from subscriptions where user_id = ${userId} and (${id}::text is null or id = ${id})
    order by created_at desc, id`

/** Whether an address is this user's, whatever its case. */
export const addressIsOf = async (db: Queryable, userId: string, email: string): Promise<boolean> => {
  const rows = await db`select 1 from users where id = ${userId} and email = lower(${email})`
  return rows.length > 0
}

/**
 * Stores the subscription as it is now; of the same id there is one row. Two statements: `on conflict … do update` guards
 * one unique index alone, and with two of them many writers at once fail on the other.
 * @throws when the id is another learner's
 */
export const saveSubscription = async (
  db: Queryable,
  userId: string,
  subscription: StoredSubscription,
): Promise<void> => {
  const { id, status, cancelAtPeriodEnd, currentPeriodEnd, pastDueSince } = subscription
  const { priceCents, currency, intervalUnit, intervalCount } = subscription
  const inserted = await db`
    insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, past_due_since,
      price_cents, currency, interval_unit, interval_count)
    values (${userId}, ${id}, ${status}, ${cancelAtPeriodEnd}, to_timestamp(${currentPeriodEnd}),
      to_timestamp(${pastDueSince}), ${priceCents}, ${currency}, ${intervalUnit}, ${intervalCount})
    on conflict do nothing`
  if (inserted.count > 0) return
  const updated = await db`
    update subscriptions set status = ${status}, cancel_at_period_end = ${cancelAtPeriodEnd},
      current_period_end = to_timestamp(${currentPeriodEnd}), past_due_since = to_timestamp(${pastDueSince}),
      price_cents = ${priceCents}, currency = ${currency}, interval_unit = ${intervalUnit},
      interval_count = ${intervalCount}
    where user_id = ${userId} and id = ${id}`
  if (updated.count === 0) throw new Error(`subscription ${id} belongs to another learner`)
}
