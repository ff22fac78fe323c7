import type { Queryable } from '../database/connect.ts'

type JobOptions = {
  /** A newer job with the same key replaces a waiting one. A job without a key is not kept after its last failure. */
  key?: string
  runAt?: Date
  /** Attempts in total; the backoff grows from seconds to six hours. */
  maxAttempts?: number
  /** Runs only when nothing else is due, so that thousands of them delay no sign-in. */
  canWait?: boolean
  /** Jobs of one queue never run at the same time, on any instance. A scheduled job has a queue of its name. */
  queue?: string
}

/** About two days. */
const usualAttempts = 16

/** The library runs smaller numbers first; its default is 0. */
const priorityOf = (canWait: boolean): number => (canWait ? 10 : 0)

/** Queues a job for any instance; it exists only after the commit. It may run more than once: its command must be idempotent. */
export async function addJob<N extends JobName>(
  tx: Queryable,
  name: N,
  payload: JobPayloads[N],
  { key, runAt, maxAttempts = usualAttempts, canWait = false, queue }: JobOptions = {},
): Promise<void> {
  await tx`
    select graphile_worker.add_job(identifier => ${name}, payload => ${tx.json(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}, max_attempts => ${maxAttempts}::int,
      priority => ${priorityOf(canWait)}::int, queue_name => ${queue ?? null})`
}

/** The same for many jobs of one name, in one statement. Keys must differ. */
export async function addJobs<N extends JobName>(
  tx: Queryable,
  name: N,
  jobs: readonly { payload: JobPayloads[N]; key: string }[],
  { maxAttempts = usualAttempts, canWait = false }: Pick<JobOptions, 'maxAttempts' | 'canWait'> = {},
): Promise<void> {
  if (jobs.length === 0) return
  await tx`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, job.payload::json, null, null, ${maxAttempts}::int, job.key, ${priorityOf(canWait)}::int, null)
        ::graphile_worker.job_spec
      from unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::text[], ${jobs.map(({ key }) => key)}::text[])
        as job (payload, key)))`
}

/** A mail to a typed address. `requestedFrom`: the network, as `hashNetwork` returns it. */
type MailWish = { email: string; requestedFrom: string }

/** A newcomer whom an organization invited by link or by mail. */
type RegistrationToJoin = MailWish & {
  firstName: string | null
  marketingConsent: boolean
  language: string
  organizationId: string
  groupId: string | null
  invitationId: string | null
  linkId: string | null
}

/** `stopId`: one taking of a seat. `orderedAt`: ISO 8601. */
type RenewalStop = { userId: string; organization: string; stopId: string; orderedAt: string }

/** Every job's payload by name. `all-jobs.ts` gives each its command. */
export type JobPayloads = {
  'deliver-mail': { mailId: string }
  'mail-pin-link': MailWish
  'mail-sign-in-hint': MailWish
  'mail-device-link': MailWish
  'mail-email-change': { changeId: string; requestedFrom: string }
  'mail-organization-link': MailWish & { linkId: string; organizationId: string; language: string }
  'check-domains': object
  'dispatch-events': object
  'mail-payer': { sessionId: string; requestedFrom: string; roundsLeft: number }
  'change-customer-email': { userId: string }
  'purge-expired': object
  'back-up-database': object
  'advance-embedded-payments': object
  'reconcile-payments': object
  'reconcile-batch': { kind: 'checkouts' | 'subscriptions'; ids: readonly string[] }
  'remind-of-trial-ends': object
  'mail-learning-tips': object
  'remind-learners': { isHelper?: boolean }
  'push-reminder': { subscriptionId: string; isLast: boolean }
  'close-billing': object
  'read-contract': { providerId: string }
  'check-contracts': object
  'end-contracts': { organizationId: string }
  'remind-of-assignments': object
  'mail-overdue-digest': object
  'stop-own-renewal': RenewalStop
  'mail-own-plan-ends': RenewalStop & { subscriptionId: string }
  'register-to-join': RegistrationToJoin
  'finish-refund': { refundId: string }
  'close-withdrawal': { itemId: string }
  'finish-plan-change': { changeId: string }
  'end-withdrawn-contracts': object
  'purge-accounts': object
  /** `email`: where the owner of an account that support has to unlock can be reached. */
  'settle-ended-account': { userId: string; email: string | null; language?: string }
  'erase-at-provider': object
  'warn-of-deadlines': object
  'warn-of-disputes': object
  'mail-inbox-digest': object
  'report-learning': object
}

export type JobName = keyof JobPayloads
