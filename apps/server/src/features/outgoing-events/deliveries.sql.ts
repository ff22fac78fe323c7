import { organizationPageSize } from '@kitewise/contract/choices'
import type { EventDelivery } from '@kitewise/contract/outgoing-events'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export type OrganizationEvent = {
  id: string
  organizationId: string
  kind: string
  userId: string | null
  subject: Record<string, unknown>
  at: Date
}

export type DueDelivery = { event: OrganizationEvent; attempts: number }

/** Endpoints with something due; first those that don't fail, then by how long it has been due. Paused ones keep theirs. */
export async function listDueEndpoints(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select d.endpoint_id as id from event_deliveries d join event_endpoints e on e.id = d.endpoint_id
    where d.state = 'waiting' and d.next_at <= ${now} and e.paused_at is null
    group by d.endpoint_id, e.failing_since is not null
    order by e.failing_since is not null, min(d.next_at) limit 1000`
  return rows.map(({ id }) => id)
}

/** In the order in which they happened. */
export async function listDueDeliveries(
  db: Queryable,
  endpointId: string,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  const rows = await db<(OrganizationEvent & { attempts: number })[]>`
    select v.id, v.organization_id as "organizationId", v.kind, v.user_id as "userId", v.subject, v.at, d.attempts
    from event_deliveries d join organization_events v on v.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.state = 'waiting' and d.next_at <= ${now}
    order by d.next_at, d.created_at limit ${limit}`
  return rows.map(({ attempts, ...event }) => ({ event, attempts }))
}

export type Attempt = {
  state: 'waiting' | 'delivered' | 'dead'
  at: Date
  nextAt: Date
  status: number | null
  error: string | null
}

export async function saveAttempt(
  tx: Tx,
  endpointId: string,
  eventIds: readonly string[],
  { state, at, nextAt, status, error }: Attempt,
): Promise<void> {
  await tx`
    update event_deliveries set state = ${state}, attempts = attempts + 1, last_at = ${at}, next_at = ${nextAt},
      last_status = ${status}, last_error = ${error}
    where endpoint_id = ${endpointId} and event_id = any(${[...eventIds]}::uuid[])`
}

export async function listEventDeliveries(
  db: Queryable,
  endpointId: string,
  { state, page }: { state: EventDelivery['state'] | null; page: number },
): Promise<{ rows: EventDelivery[]; total: number }> {
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from event_deliveries
    where endpoint_id = ${endpointId} and (${state}::text is null or state = ${state})`
  const rows = await db<EventDelivery[]>`
    select d.event_id as "eventId", v.kind, floor(extract(epoch from v.at))::float8 as at, d.state, d.attempts,
      floor(extract(epoch from d.last_at))::float8 as "lastAt", d.last_status as "lastStatus", d.last_error as "lastError",
      floor(extract(epoch from case when d.state = 'waiting' then d.next_at end))::float8 as "nextAt"
    from event_deliveries d join organization_events v on v.id = d.event_id
    where d.endpoint_id = ${endpointId} and (${state}::text is null or d.state = ${state})
    order by d.created_at desc, d.event_id
    limit ${organizationPageSize} offset ${(page - 1) * organizationPageSize}`
  return { rows, total: count?.total ?? 0 }
}

/** One delivery in any state, or with null all that were given up. @returns how many */
export async function replay(tx: Tx, endpointId: string, eventId: string | null, now: Date): Promise<number> {
  const { count } = await tx`
    update event_deliveries set state = 'waiting', attempts = 0, next_at = ${now}
    where endpoint_id = ${endpointId}
      and (event_id = ${eventId}::uuid or (${eventId}::uuid is null and state = 'dead'))`
  return count
}

export type FinishedLesson = { eventId: string; organizationId: string; userId: string; courseId: string; at: Date }

/** Finished lessons whose course wasn't looked at yet; locked against another instance. */
export function takeFinishedLessons(tx: Tx, limit: number): Promise<FinishedLesson[]> {
  return tx<FinishedLesson[]>`
    update organization_events set course_checked_at = now()
    where id in (
      select id from organization_events where kind = 'lesson.finished' and course_checked_at is null and at <= now()
      order by at, id limit ${limit} for update skip locked)
    returning id as "eventId", organization_id as "organizationId", user_id as "userId",
      subject ->> 'courseId' as "courseId", at`
}

/** Once for each learner, course and organization. */
export async function announceCourse(tx: Tx, { organizationId, userId, courseId, at }: FinishedLesson): Promise<void> {
  await tx`select announce_to(${organizationId}, 'course.completed', ${userId}, ${tx.json({ courseId })}::jsonb, ${at})`
}

/** With their deliveries. */
export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from organization_events where ctid = any(array(
        select ctid from organization_events where at < ${before} order by at limit ${limit} for update skip locked))`,
  )
}
