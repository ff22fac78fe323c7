import type { Tally } from '@kitewise/rules/login-throttle'
import type { Tx } from '../../database/connect.ts'

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
