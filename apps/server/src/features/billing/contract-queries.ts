import type { Queryable } from '../../database/connect.ts'

type ContractRow = {
  subscriptionId: string
  productId: string | null
  status: string
  priceCents: number
  currency: string
  interval: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
  contractAt: number
  trialEnd: number | null
  currentPeriodEnd: number
}

/** The user's subscriptions as contracts, newest first. Times are Unix seconds. */
export const listContractRows = (db: Queryable, userId: string): Promise<ContractRow[]> =>
  db<ContractRow[]>`
    select id as "subscriptionId", product_id as "productId", status, price_cents as "priceCents", currency,
      interval_unit as interval, interval_count as "intervalCount",
      floor(extract(epoch from coalesce(contract_at, created_at)))::float8 as "contractAt",
      floor(extract(epoch from trial_end))::float8 as "trialEnd",
      floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd"
    from subscriptions where user_id = ${userId}
    order by created_at desc, id`

/** For a subscription that no provider knows: our row is all there is of it. */
export const saveEnd = async (db: Queryable, subscriptionId: string, now: Date): Promise<void> => {
  await db`
    update subscriptions set status = 'canceled', current_period_end = least(current_period_end, ${now}),
      revision = revision + 1
    where id = ${subscriptionId}`
}
