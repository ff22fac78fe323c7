import type { Queryable } from '../../database/connect.ts'

type QueuedMail = { template: string; language: string; values: Record<string, string> }

/** The queued mails for an address, sent or not. */
export function listQueuedMails(db: Queryable, to: string): Promise<QueuedMail[]> {
  return db<QueuedMail[]>`
    select template, language, template_values as "values" from outgoing_mails where to_address = ${to}
    order by created_at, template`
}

export async function findMailState(
  db: Queryable,
  userId: string,
): Promise<{ isSent: boolean; isRefused: boolean } | null> {
  const [row] = await db<{ isSent: boolean; isRefused: boolean }[]>`
    select sent_at is not null as "isSent", refused_at is not null as "isRefused" from outgoing_mails
    where user_id = ${userId}`
  return row ?? null
}

export async function countUnsentMails(db: Queryable): Promise<number> {
  return (await db`select 1 from outgoing_mails where sent_at is null`).length
}

/** The receivers of the mails waiting for delivery, in the order of their jobs. */
export async function listReceiversByJob(db: Queryable): Promise<string[]> {
  const rows = await db<{ mailTo: string }[]>`
    select m.to_address as "mailTo" from graphile_worker.jobs j
    join outgoing_mails m on j.key = 'deliver-mail:' || m.id order by j.priority, j.run_at, j.id`
  return rows.map(({ mailTo }) => mailTo)
}

/** @param ago a PostgreSQL interval @param of which mails; all by default */
export async function ageMails(
  db: Queryable,
  ago: string,
  of: { to?: string; userId?: string; requestedFrom?: string } = {},
): Promise<void> {
  await db`
    update outgoing_mails set created_at = created_at - ${ago}::interval
    where (${of.to ?? null}::text is null or to_address = ${of.to ?? null})
      and (${of.userId ?? null}::uuid is null or user_id = ${of.userId ?? null}::uuid)
      and (${of.requestedFrom ?? null}::text is null or requested_from = ${of.requestedFrom ?? null})`
}

/** As after the minute in which a killed instance keeps its mails. */
export async function ageMailClaims(db: Queryable): Promise<void> {
  await db`update outgoing_mails set claimed_until = claimed_until - interval '61 seconds'`
}

/** What became of a learner's mails, oldest first. */
export function listMailOutcomes(db: Queryable, userId: string): Promise<{ state: string; status: string | null }[]> {
  return db<{ state: string; status: string | null }[]>`
    select case when bounced_at is not null then 'bounced' when complained_at is not null then 'complained'
      when refused_at is not null then refusal when sent_at is not null then 'sent' else 'queued' end as state,
      bounce_status as status
    from outgoing_mails where user_id = ${userId} order by created_at`
}

export async function liftSuppressions(db: Queryable): Promise<void> {
  await db`delete from suppressed_addresses`
}

/** @param ago a PostgreSQL interval */
export async function ageSuppressions(db: Queryable, ago: string): Promise<void> {
  await db`update suppressed_addresses set suppressed_at = suppressed_at - ${ago}::interval`
}
