import type { Queryable } from '../../database/connect.ts'

/** Ends the waits after failures; the failures still count. */
export async function endWaits(db: Queryable): Promise<void> {
  await db`update login_attempts set blocked_until = now()`
}

export async function listAttemptKeys(db: Queryable): Promise<string[]> {
  const rows = await db<{ key: string }[]>`select key from login_attempts`
  return rows.map(({ key }) => key)
}

/** Makes failures at accounts old enough to be forgotten. */
export async function ageAccountFailures(db: Queryable): Promise<void> {
  await db`
    update login_attempts set last_failure_at = now() - interval '31 days', blocked_until = now()
    where key like 'account:%'`
}

/** Makes the guesses of a year old enough to be forgotten. */
export async function ageGuessesOfYear(db: Queryable): Promise<void> {
  await db`
    update login_attempts set first_failure_at = now() - interval '366 days' where key like 'account-year:%'`
}

export async function forgetAccountFailures(db: Queryable): Promise<void> {
  await db`delete from login_attempts where key like 'account:%'`
}

export async function forgetAllFailures(db: Queryable): Promise<void> {
  await db`delete from login_attempts`
  await db`delete from login_network_accounts`
  await db`delete from login_failures_by_hour`
}

/** @param ago a PostgreSQL interval */
export async function ageNetworkFailures(db: Queryable, ago: string): Promise<void> {
  await db`update login_network_accounts set tried_at = now() - ${ago}::interval`
}

export async function lowerGuard(db: Queryable): Promise<void> {
  await db`update sign_in_guard set guarded_until = now()`
}
