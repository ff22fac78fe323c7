import type { Queryable } from '../../database/connect.ts'

export type Range = { skip: number; limit: number }

type JobRow = {
  id: string
  name: string
  state: 'waiting' | 'running' | 'failed' | 'given_up'
  attempts: number
  mostAttempts: number
  runAt: Date
  createdAt: Date
  lastError: string | null
}

export type JobFilters = { state: string | null; name: string | null }
type JobOrder = { sort: 'createdAt' | 'runAt' | 'attempts'; direction: 'asc' | 'desc' }

/** From the library's public view. */
export function listJobRows(
  db: Queryable,
  { state, name }: JobFilters,
  { sort, direction }: JobOrder,
  { skip, limit }: Range,
): Promise<JobRow[]> {
  const sign = direction === 'asc' ? 1 : -1
  return db<JobRow[]>`
    select * from (
      select id::text as id, task_identifier as name, attempts::int as attempts, max_attempts::int as "mostAttempts", run_at as "runAt",
        created_at as "createdAt", last_error as "lastError",
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'given_up' when attempts > 0 then 'failed'
          else 'waiting' end as state
      from graphile_worker.jobs) as j
    where (${state}::text is null or state = ${state}) and (${name}::text is null or name = ${name})
    order by ${sign}::int * case ${sort} when 'attempts' then attempts when 'runAt' then extract(epoch from "runAt")
      else extract(epoch from "createdAt") end, id
    limit ${limit} offset ${skip}`
}

export async function countJobRows(db: Queryable, { state, name }: JobFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from graphile_worker.jobs
      where (${state}::text is null or ${state} = case when locked_at is not null then 'running'
        when attempts >= max_attempts then 'given_up' when attempts > 0 then 'failed' else 'waiting' end)
        and (${name}::text is null or task_identifier = ${name})
      limit 10000) as counted`
  return row?.count ?? 0
}

/** False for an unknown or running job. */
export async function rescheduleJob(db: Queryable, id: string): Promise<boolean> {
  const rows =
    await db`select 1 from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`
  return rows.length > 0
}

/** False for an unknown or running job. */
export async function deleteJob(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`select 1 from graphile_worker.complete_jobs(array[${id}::bigint])`
  return rows.length > 0
}

export type MailState = 'queued' | 'sent' | 'bounced' | 'complained' | 'refused' | 'suppressed' | 'not_needed'

export type MailRow = {
  id: string
  to: string
  template: string
  language: string
  state: MailState
  status: string | null
  createdAt: Date
  sentAt: Date | null
}

export type MailFilters = { state: string | null; template: string | null; to: string | null }

/** Newest first. */
export function listMailRows(
  db: Queryable,
  { state, template, to }: MailFilters,
  { skip, limit }: Range,
): Promise<MailRow[]> {
  return db<MailRow[]>`
    select * from (
      select id, to_address as "to", template, language, bounce_status as status, created_at as "createdAt", sent_at as "sentAt",
        case when bounced_at is not null then 'bounced' when complained_at is not null then 'complained'
          when refused_at is not null then case refusal when 'suppressed' then 'suppressed' when 'not_needed' then 'not_needed' else 'refused' end
          when sent_at is not null then 'sent' else 'queued' end as state
      from outgoing_mails) as m
    where (${state}::text is null or state = ${state}) and (${template}::text is null or template = ${template})
      and (${to}::text is null or "to" = ${to})
    order by "createdAt" desc, id limit ${limit} offset ${skip}`
}

export async function countMailRows(db: Queryable, { state, template, to }: MailFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from outgoing_mails
      where (${template}::text is null or template = ${template}) and (${to}::text is null or to_address = ${to})
        and (${state}::text is null or ${state} = case when bounced_at is not null then 'bounced'
          when complained_at is not null then 'complained'
          when refused_at is not null then case refusal when 'suppressed' then 'suppressed' when 'not_needed' then 'not_needed' else 'refused' end
          when sent_at is not null then 'sent' else 'queued' end)
      limit 10000) as counted`
  return row?.count ?? 0
}

type EventRow = { id: string; type: string; subscriptionId: string | null; sessionId: string | null; receivedAt: Date }
export type EventFilters = { type: string | null; subscriptionId: string | null }

/** Newest first. */
export function listEventRows(
  db: Queryable,
  { type, subscriptionId }: EventFilters,
  { skip, limit }: Range,
): Promise<EventRow[]> {
  return db<EventRow[]>`
    select id, type, subscription_id as "subscriptionId", session_id as "sessionId", received_at as "receivedAt"
    from payment_events
    where (${type}::text is null or type = ${type}) and (${subscriptionId}::text is null or subscription_id = ${subscriptionId})
    order by received_at desc limit ${limit} offset ${skip}`
}

export async function countEventRows(db: Queryable, { type, subscriptionId }: EventFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from payment_events
      where (${type}::text is null or type = ${type}) and (${subscriptionId}::text is null or subscription_id = ${subscriptionId})
      limit 10000) as counted`
  return row?.count ?? 0
}
