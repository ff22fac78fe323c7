import type { Queryable, Tx } from '../../database/connect.ts'

type Place = { account: string; network: string }

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

export const addNetworkAccount = async (tx: Tx, { account, network }: Place): Promise<void> => {
  await tx`
    insert into login_network_accounts (network_key, account_key) values (${network}, ${account})
    on conflict (network_key, account_key) do update set tried_at = now()`
}

export const deleteNetworkAccount = async (tx: Tx, { account, network }: Place): Promise<void> => {
  await tx`delete from login_network_accounts where network_key = ${network} and account_key = ${account}`
}

/** Whether every unknown device needs a mailed link now. */
export const isGuarded = async (db: Queryable): Promise<boolean> => {
  const [row] = await db<{ guarded: boolean }[]>`select guarded_until > clock_timestamp() as guarded from sign_in_guard`
  return row?.guarded ?? false
}

/** Keeps others who count a wrong PIN waiting until the transaction ends. */
export const lockGuard = async (tx: Tx): Promise<void> => {
  await tx`select 1 from sign_in_guard for update`
}

export const raiseGuard = async (tx: Tx): Promise<void> => {
  await tx`update sign_in_guard set guarded_until = clock_timestamp() + interval '1 hour'`
}

export type CountedWrongPins = { inDay: number; inHour: number; inWeekBefore: number }

/** Counts one more wrong PIN of an unknown device, and gives how many there are with it. */
export const countWrongPin = async (tx: Tx): Promise<CountedWrongPins> => {
  await tx`
    insert into login_failures_by_hour (hour, failures) values (date_trunc('hour', now()), 1)
    on conflict (hour) do update set failures = login_failures_by_hour.failures + 1`
  const [row] = await tx<CountedWrongPins[]>`
    select coalesce(sum(failures) filter (where hour > now() - interval '24 hours'), 0)::int as "inDay",
      coalesce(sum(failures) filter (where hour = date_trunc('hour', now())), 0)::int as "inHour",
      coalesce(sum(failures) filter (where hour < date_trunc('hour', now())), 0)::int as "inWeekBefore"
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
  await db`delete from login_network_accounts where tried_at < now() - interval '1 hour'`
  await db`delete from login_failures_by_hour where hour < now() - interval '8 days'`
}
