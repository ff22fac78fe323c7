import type { Queryable } from '../../database/connect.ts'

/** All of the current provider's money is real, or none of it is. */
type Mode = { isLive: boolean }

/** A month of UTC as `2026-05`; plans are product IDs, or empty for a price that is no plan. */
type Place = { month: string; plan: string }

export type RunningGroup = {
  currency: string
  plan: string
  interval: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
  subscriptions: number
  /** Of one period of all of them, after discounts without an end. */
  amount: number
}

/** Subscriptions that are paid or past due, by price. Reads an index of them, not the table. */
export function sumRunning(db: Queryable, { isLive }: Mode): Promise<RunningGroup[]> {
  return db<RunningGroup[]>`
    select currency, coalesce(product_id, '') as plan, interval_unit as interval, interval_count as "intervalCount",
      count(*)::float8 as subscriptions, sum(greatest(0, price_cents - lasting_discount_cents))::float8 as amount
    from subscriptions
    where is_live = ${isLive} and status in ('active', 'past_due') and provider is not null and refused_as is null
    group by currency, product_id, interval_unit, interval_count
    order by currency, product_id`
}

export type RevenueMonth = Place & {
  currency: string
  payments: number
  paid: number
  discount: number
  refunds: number
  refunded: number
  disputes: number
  disputed: number
  net: number
  failedAttempts: number
}

/** Newest first. `since` is the first day of a month. */
export function listRevenue(db: Queryable, { isLive }: Mode, since: string): Promise<RevenueMonth[]> {
  return db<RevenueMonth[]>`
    select to_char(month, 'YYYY-MM') as month, currency, product_id as plan, sum(payments)::float8 as payments,
      sum(paid_cents)::float8 as paid, sum(discount_cents)::float8 as discount, sum(refunds)::float8 as refunds,
      sum(refunded_cents)::float8 as refunded, sum(disputes)::float8 as disputes,
      sum(disputed_cents)::float8 as disputed, sum(paid_cents - refunded_cents - disputed_cents)::float8 as net,
      sum(failed_attempts)::float8 as "failedAttempts"
    from payment_months where is_live = ${isLive} and month >= ${since}::date
    group by payment_months.month, currency, product_id order by payment_months.month desc, currency, product_id`
}

type TaxMonth = Omit<Place, 'plan'> & {
  currency: string
  country: string
  payments: number
  paid: number
  tax: number
}

export function listTaxes(db: Queryable, { isLive }: Mode, since: string): Promise<TaxMonth[]> {
  return db<TaxMonth[]>`
    select to_char(month, 'YYYY-MM') as month, currency, country, sum(payments)::float8 as payments,
      sum(paid_cents)::float8 as paid, sum(tax_cents)::float8 as tax
    from payment_months where is_live = ${isLive} and month >= ${since}::date and payments > 0
    group by payment_months.month, currency, country order by payment_months.month desc, currency, country`
}

type TrialMonth = Place & { trials: number; running: number; paid: number }

export function listTrials(db: Queryable, { isLive }: Mode, since: string): Promise<TrialMonth[]> {
  return db<TrialMonth[]>`
    select to_char(coalesce(contract_at, created_at) at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(product_id, '') as plan, count(*)::float8 as trials,
      count(*) filter (where status = 'trialing')::float8 as running, count(first_paid_at)::float8 as paid
    from subscriptions
    where is_live = ${isLive} and trial_end is not null and refused_as is null
      and coalesce(contract_at, created_at) >= ${since}::date::timestamp at time zone 'UTC'
    group by 1, 2 order by 1 desc, 2`
}

/** Subscriptions that were paid at least once and have not ended. */
export function countPaying(db: Queryable, { isLive }: Mode): Promise<{ plan: string; count: number }[]> {
  return db<{ plan: string; count: number }[]>`
    select coalesce(product_id, '') as plan, count(*)::float8 as count from subscriptions
    where is_live = ${isLive} and first_paid_at is not null and ended_at is null and refused_as is null
    group by product_id`
}

export function countStarted(db: Queryable, { isLive }: Mode, since: string): Promise<(Place & { count: number })[]> {
  return db<(Place & { count: number })[]>`
    select to_char(first_paid_at at time zone 'UTC', 'YYYY-MM') as month, coalesce(product_id, '') as plan,
      count(*)::float8 as count
    from subscriptions
    where is_live = ${isLive} and first_paid_at >= ${since}::date::timestamp at time zone 'UTC' and refused_as is null
    group by 1, 2`
}

/** `ofStart`: those that were paying when the month began. */
export function countEnded(
  db: Queryable,
  { isLive }: Mode,
  since: string,
): Promise<(Place & { count: number; ofStart: number })[]> {
  return db<(Place & { count: number; ofStart: number })[]>`
    select to_char(ended_at at time zone 'UTC', 'YYYY-MM') as month, coalesce(product_id, '') as plan,
      count(*)::float8 as count,
      count(*) filter (where first_paid_at < date_trunc('month', ended_at at time zone 'UTC') at time zone 'UTC')::float8
        as "ofStart"
    from subscriptions
    where is_live = ${isLive} and ended_at >= ${since}::date::timestamp at time zone 'UTC' and first_paid_at is not null
      and refused_as is null
    group by 1, 2`
}

type FailedPayment = {
  userId: string
  paymentId: string
  /** Unix milliseconds. */
  at: number
  plan: string
  amount: number
  currency: string
  attempts: number
  subscriptionStatus: string
}

/** Days as YYYY-MM-DD of UTC, both included; null for any. An empty plan is a price that is no plan. */
export type FailedFilters = {
  from: string | null
  to: string | null
  currency: string | null
  plan: string | null
  subscriptionStatus: string | null
}

type Slice = {
  sort: 'at' | 'plan' | 'amount' | 'currency' | 'attempts' | 'subscriptionStatus'
  direction: 'asc' | 'desc'
  skip: number
  limit: number
}

/** The index of failed payments has the order of `at`. */
const orders: Record<Slice['sort'], string> = {
  at: 'p.created_at',
  plan: `coalesce(p.product_id, '')`,
  amount: 'p.amount_cents',
  currency: 'p.currency',
  attempts: 'p.failed_attempts',
  subscriptionStatus: 's.status',
}

const failedRows = `from payments p join subscriptions s on s.user_id = p.user_id and s.id = p.subscription_id
  where p.is_live = $1 and p.status = 'failed'
    and ($2::date is null or p.created_at >= $2::date::timestamp at time zone 'UTC')
    and ($3::date is null or p.created_at < ($3::date + 1)::timestamp at time zone 'UTC')
    and ($4::text is null or p.currency = $4) and ($5::text is null or coalesce(p.product_id, '') = $5)
    and ($6::text is null or s.status = $6)`

const valuesOf = ({ isLive }: Mode, { from, to, currency, plan, subscriptionStatus }: FailedFilters) => [
  isLive,
  from,
  to,
  currency,
  plan,
  subscriptionStatus,
]

export function listFailed(
  db: Queryable,
  mode: Mode,
  filters: FailedFilters,
  { sort, direction, skip, limit }: Slice,
): Promise<FailedPayment[]> {
  const other = direction === 'asc' ? 'desc' : 'asc'
  // Order and conditions are constants of this file; values are bound parameters.
  return db.unsafe(
    `select p.user_id as "userId", p.id as "paymentId", floor(extract(epoch from p.created_at) * 1000)::float8 as at,
      coalesce(p.product_id, '') as plan, p.amount_cents::float8 as amount, p.currency, p.failed_attempts as attempts,
      s.status as "subscriptionStatus"
    ${failedRows}
    order by ${orders[sort]} ${direction}${sort === 'at' ? '' : ', p.created_at desc'}, p.id ${sort === 'at' ? other : 'asc'}
    limit $7 offset $8`,
    [...valuesOf(mode, filters), limit, skip],
  ) as unknown as Promise<FailedPayment[]>
}

/** Counts to 10,000. */
export async function countFailed(db: Queryable, mode: Mode, filters: FailedFilters): Promise<number> {
  const [row] = (await db.unsafe(
    `select count(*)::float8 as count from (select 1 ${failedRows} limit 10000) counted`,
    valuesOf(mode, filters),
  )) as unknown as { count: number }[]
  return row?.count ?? 0
}
