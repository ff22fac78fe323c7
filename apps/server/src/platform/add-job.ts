import type { Queryable } from '../database/connect.ts'

type JobOptions = {
  /** Of one key there is one waiting job: adding it again replaces what waits. Without one a job that is given up is not kept. */
  key?: string
  /** Not before this moment. */
  runAt?: Date
  /** Tries in all; the pauses between them grow from seconds to six hours. */
  maxAttempts?: number
  /** Nobody waits for it: it is done when nothing else is due, so that thousands of them hold up no sign-in. */
  canWait?: boolean
}

/** About two days of tries. */
const usualAttempts = 16

/** The library does jobs of a smaller number first; its own default is 0. */
const priorityOf = (canWait: boolean): number => (canWait ? 10 : 0)

/**
 * Has a job done soon, by any instance. In a transaction it exists only when that commits. A job may run more than once, after
 * a crash for example: its command has its effect once.
 */
export const addJob = async <N extends JobName>(
  tx: Queryable,
  name: N,
  payload: JobPayloads[N],
  { key, runAt, maxAttempts = usualAttempts, canWait = false }: JobOptions = {},
): Promise<void> => {
  await tx`
    select graphile_worker.add_job(identifier => ${name}, payload => ${tx.json(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}, max_attempts => ${maxAttempts}::int,
      priority => ${priorityOf(canWait)}::int)`
}

/** A mail to an address that somebody typed. `requestedFrom`: their network, as `hashNetwork` gives it. */
type MailWish = { email: string; requestedFrom: string }

/** Every job by name, with what it is told. A new job is named here and gets its work in `all-jobs.ts`. */
export type JobPayloads = {
  'deliver-mail': { mailId: string }
  'mail-pin-link': MailWish
  'mail-sign-in-hint': MailWish
  'mail-device-link': MailWish
  'mail-email-change': { changeId: string; requestedFrom: string }
  'mail-payer': { sessionId: string; requestedFrom: string; roundsLeft: number }
  'change-customer-email': { userId: string }
  'purge-expired': object
  'advance-embedded-payments': object
  'reconcile-payments': object
  'remind-of-trial-ends': object
  'mail-learning-tips': object
  'remind-learners': object
  'push-reminder': { subscriptionId: string; isLast: boolean }
  'close-billing': object
  'end-withdrawn-contracts': object
  'purge-accounts': object
  'erase-at-provider': object
}

export type JobName = keyof JobPayloads
