import type { Tally } from '@kitewise/rules/login-throttle'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

/** Unix seconds. The app's clock never decides about attempts. */
export async function databaseNow(tx: Tx): Promise<number> {
  const [row] = await tx<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 as now`
  if (!row) throw new Error('the database returned no time')
  return row.now
}

/** Locks these keys, also those without a row. Sorted, so that two sign-ins cannot deadlock. */
export async function lockTallies(tx: Tx, keys: readonly string[]): Promise<Map<string, Tally>> {
  for (const key of [...keys].sort()) await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
  const rows = await tx<(Tally & { key: string })[]>`
    select key, failures,
      extract(epoch from first_failure_at)::float8 as "firstFailureAt",
      extract(epoch from last_failure_at)::float8 as "lastFailureAt",
      extract(epoch from blocked_until)::float8 as "blockedUntil"
    from login_attempts where key = any(${[...keys]})`
  return new Map(rows.map(({ key, ...tally }) => [key, tally]))
}

export async function saveTally(tx: Tx, key: string, tally: Tally): Promise<void> {
  await tx`
    insert into login_attempts (key, failures, first_failure_at, last_failure_at, blocked_until)
    values (${key}, ${tally.failures}, to_timestamp(${tally.firstFailureAt}), to_timestamp(${tally.lastFailureAt}),
      to_timestamp(${tally.blockedUntil}))
    on conflict (key) do update set failures = excluded.failures, first_failure_at = excluded.first_failure_at,
      last_failure_at = excluded.last_failure_at, blocked_until = excluded.blocked_until`
}

export async function deleteTally(tx: Tx, key: string): Promise<void> {
  await tx`delete from login_attempts where key = ${key}`
}

/** Where an unknown device tried to sign in: the account, as the keyed hash of its address, and the network. */
export type Place = { account: string; network: string }

/** Counts all addresses, whether or not they have an account. */
export async function hasFailedWidely(tx: Tx, { account, network }: Place, most: number): Promise<boolean> {
  const rows = await tx`
    select 1 from login_network_accounts
    where network_key = ${network} and account_key <> ${account} and tried_at > clock_timestamp() - interval '24 hours'
    limit ${most}`
  return rows.length >= most
}

export async function addNetworkAccount(tx: Tx, { account, network }: Place): Promise<void> {
  await tx`
    insert into login_network_accounts (network_key, account_key) values (${network}, ${account})
    on conflict (network_key, account_key) do update set tried_at = now()`
}

export async function deleteNetworkAccount(tx: Tx, { account, network }: Place): Promise<void> {
  await tx`
    with refunded as (
      delete from login_network_accounts where network_key = ${network} and account_key = ${account} returning failed_at)
    update login_failures_by_hour set failures = failures - 1
    from refunded where hour = date_trunc('hour', refunded.failed_at) and failures > 0`
}

/** Whether every unknown device needs a mailed link now (the guard is up). */
export async function isGuarded(db: Queryable): Promise<boolean> {
  const [row] = await db<{ guarded: boolean }[]>`select guarded_until > clock_timestamp() as guarded from sign_in_guard`
  return row?.guarded ?? false
}

/** Wrong PINs are counted one at a time. */
export async function lockGuard(tx: Tx): Promise<void> {
  await tx`select 1 from sign_in_guard for update`
}

export async function raiseGuard(tx: Tx): Promise<void> {
  await tx`update sign_in_guard set guarded_until = clock_timestamp() + interval '1 hour'`
}

type CountedFailures = { inDay: number; inHour: number; inWeekBefore: number }

/** Runs the same statements for an address without an account, so that it takes as long. */
export async function markFailure(
  tx: Tx,
  { account, network }: Place,
  accountExists: boolean,
): Promise<CountedFailures> {
  const [known] = await tx<{ isNew: boolean }[]>`
    select not exists (
      select 1 from login_network_accounts where account_key = ${account} and failed_at > now() - interval '24 hours'
    ) as "isNew"`
  await tx`
    update login_network_accounts set failed_at = case
      when not ${accountExists}::boolean then null
      when failed_at > now() - interval '24 hours' then failed_at
      else now() end
    where network_key = ${network} and account_key = ${account}`
  await tx`
    insert into login_failures_by_hour (hour, failures)
    values (date_trunc('hour', now()), ${accountExists && known?.isNew ? 1 : 0})
    on conflict (hour) do update set failures = login_failures_by_hour.failures + excluded.failures`
  const [row] = await tx<CountedFailures[]>`
    select coalesce(sum(failures) filter (where hour = date_trunc('hour', now())), 0)::int as "inHour",
      coalesce(sum(failures) filter (where hour < date_trunc('hour', now())), 0)::int as "inWeekBefore",
      (select count(distinct account_key)::int from login_network_accounts
        where failed_at > now() - interval '24 hours') as "inDay"
    from login_failures_by_hour where hour >= date_trunc('hour', now()) - interval '7 days'`
  if (!row) throw new Error('a count returned no row')
  return row
}

/** Forgets tallies after 30 days (`rules/login-throttle`), an account's guesses after a year. */
export async function deleteOldTallies(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from login_attempts where ctid = any(array(
        select ctid from login_attempts where blocked_until < now() and key not like 'account-year:%'
          and last_failure_at < now() - interval '30 days'
        order by last_failure_at limit ${limit} for update skip locked))`,
  )
  await inSteps(
    (limit) => db`
      delete from login_attempts where ctid = any(array(
        select ctid from login_attempts where blocked_until < now() and key like 'account-year:%'
          and last_failure_at < now() - interval '365 days'
        order by last_failure_at limit ${limit} for update skip locked))`,
  )
}

/** No rule looks further back. */
export async function deleteOldGuardCounts(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from login_network_accounts where ctid = any(array(
        select ctid from login_network_accounts where tried_at < now() - interval '24 hours'
        order by tried_at limit ${limit} for update skip locked))`,
  )
  await db`delete from login_failures_by_hour where hour < now() - interval '8 days'`
}
