import type { Tally } from '@kitewise/rules/login-throttle'
import type { Queryable, Tx } from '../../database/connect.ts'

/** The moment by the database's clock, in Unix seconds; no app clock decides about attempts. */
export const databaseNow = async (tx: Tx): Promise<number> => {
  const [row] = await tx<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 as now`
  if (!row) throw new Error('the database did not tell the time')
  return row.now
}

/**
 * Takes turns on these keys until the transaction ends, also for keys that have no row yet. Sorted, so that two
 * sign-ins with the same keys cannot wait for each other.
 */
export const lockTallies = async (tx: Tx, keys: readonly string[]): Promise<Map<string, Tally>> => {
  for (const key of [...keys].sort()) await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
  const rows = await tx<(Tally & { key: string })[]>`
    select key, failures,
      extract(epoch from first_failure_at)::float8 as "firstFailureAt",
      extract(epoch from last_failure_at)::float8 as "lastFailureAt",
      extract(epoch from blocked_until)::float8 as "blockedUntil"
    from login_attempts where key = any(${[...keys]})`
  return new Map(rows.map(({ key, ...tally }) => [key, tally]))
}

export const saveTally = async (tx: Tx, key: string, tally: Tally): Promise<void> => {
  await tx`
    insert into login_attempts (key, failures, first_failure_at, last_failure_at, blocked_until)
    values (${key}, ${tally.failures}, to_timestamp(${tally.firstFailureAt}), to_timestamp(${tally.lastFailureAt}),
      to_timestamp(${tally.blockedUntil}))
    on conflict (key) do update set failures = excluded.failures, first_failure_at = excluded.first_failure_at,
      last_failure_at = excluded.last_failure_at, blocked_until = excluded.blocked_until`
}

export const deleteTally = async (tx: Tx, key: string): Promise<void> => {
  await tx`delete from login_attempts where key = ${key}`
}

/** At which account an unknown device tried to sign in, by the keyed hash of the address, and from which network. */
export type Place = { account: string; network: string }

/**
 * How long a network has to wait that has failed at `most` other accounts within the hour; 0 when it need not. The caller holds the
 * network's tallies.
 */
export const findNetworkWait = async (tx: Tx, { account, network }: Place, most: number): Promise<number> => {
  const rows = await tx<{ wait: number }[]>`
    select ceil(extract(epoch from tried_at + interval '1 hour' - clock_timestamp()))::int as wait
    from login_network_accounts
    where network_key = ${network} and account_key <> ${account} and tried_at > clock_timestamp() - interval '1 hour'
    order by tried_at desc limit ${most}`
  return rows.length < most ? 0 : Math.max(1, rows.at(-1)?.wait ?? 1)
}

/** Whether a network has failed at `most` other addresses within a day, with or without an account. */
export const hasFailedWidely = async (tx: Tx, { account, network }: Place, most: number): Promise<boolean> => {
  const rows = await tx`
    select 1 from login_network_accounts
    where network_key = ${network} and account_key <> ${account} and tried_at > clock_timestamp() - interval '24 hours'
    limit ${most}`
  return rows.length >= most
}

export const addNetworkAccount = async (tx: Tx, { account, network }: Place): Promise<void> => {
  await tx`
    insert into login_network_accounts (network_key, account_key) values (${network}, ${account})
    on conflict (network_key, account_key) do update set tried_at = now()`
}

/** Forgets what a network has failed at an account, since its PIN was right or was never compared. */
export const deleteNetworkAccount = async (tx: Tx, { account, network }: Place): Promise<void> => {
  await tx`
    with forgiven as (
      delete from login_network_accounts where network_key = ${network} and account_key = ${account} returning failed_at)
    update login_failures_by_hour set failures = failures - 1
    from forgiven where hour = date_trunc('hour', forgiven.failed_at) and failures > 0`
}

/** Whether every unknown device needs a mailed link now. */
export const isGuarded = async (db: Queryable): Promise<boolean> => {
  const [row] = await db<{ guarded: boolean }[]>`select guarded_until > clock_timestamp() as guarded from sign_in_guard`
  return row?.guarded ?? false
}

/** Lets one wrong PIN be counted at a time, until the transaction ends. */
export const lockGuard = async (tx: Tx): Promise<void> => {
  await tx`select 1 from sign_in_guard for update`
}

export const raiseGuard = async (tx: Tx): Promise<void> => {
  await tx`update sign_in_guard set guarded_until = clock_timestamp() + interval '1 hour'`
}

type CountedFailures = { inDay: number; inHour: number; inWeekBefore: number }

/**
 * Marks a wrong PIN, and counts the existing accounts with such a mark. The same statements write for an address without an account:
 * it takes as long.
 */
export const markFailure = async (
  tx: Tx,
  { account, network }: Place,
  accountExists: boolean,
): Promise<CountedFailures> => {
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
  if (!row) throw new Error('a count gave no row')
  return row
}

/** How many accounts are active, as far as it matters: counting stops at `most`. */
export const countActiveAccounts = async (tx: Tx, most: number): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from (select 1 from users where deactivated_at is null limit ${most}) as counted`
  return row?.count ?? 0
}

/** Removes what no rule looks at any more. */
export const deleteOldGuardCounts = async (db: Queryable): Promise<void> => {
  await db`delete from login_network_accounts where tried_at < now() - interval '24 hours'`
  await db`delete from login_failures_by_hour where hour < now() - interval '8 days'`
}
