import type { Queryable } from '../../database/connect.ts'
import { idleSeconds } from '../../platform/sessions.ts'

/** Sessions that were ended stay until they would be too old, so that their browser can say why. */
export const deleteDeadSessions = async (db: Queryable): Promise<void> => {
  await db`
    delete from sessions
    where expires_at < now() or last_used_at < now() - make_interval(secs => ${idleSeconds})`
}

export const deleteOldDevices = async (db: Queryable): Promise<void> => {
  await db`delete from devices where expires_at < now()`
}

/** Failures are forgotten after 30 days (`rules/login-throttle`), those of a network much sooner, an account's guesses after a year. */
export const deleteOldTallies = async (db: Queryable): Promise<void> => {
  await db`
    delete from login_attempts
    where blocked_until < now() and last_failure_at < now() -
      case when key like 'account-year:%' then interval '365 days' else interval '30 days' end`
}
