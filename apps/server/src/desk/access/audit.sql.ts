import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'

export type AuditEntry = {
  /** Null for what the command line did. */
  staffId: string | null
  /** The endpoint's name, or the command's. */
  action: string
  /** `begun`, or the code of the refusal. */
  outcome: string
  /** The learner's ID; only its keyed hash is stored. */
  userId?: string | null
  reason?: string | null
}

/** The same key as for `erased_consents`: without it, the log doesn't lead to a person, and erasure leaves the log intact. */
export function hashAuditPerson({ config }: Pick<Context, 'config'>, userId: string): Buffer {
  return createHmac('sha256', config.pinHashing.pepper).update(`desk-audit:${userId}`).digest()
}

/** Throws when the row can't be written; the caller must then not act. Triggers add number, time and hash. */
export async function appendAudit(
  context: Pick<Context, 'config'>,
  db: Queryable,
  { staffId, action, outcome, userId, reason }: AuditEntry,
): Promise<void> {
  await db`
    insert into desk_audit (staff_id, action, outcome, person, reason)
    values (${staffId}, ${action}, ${outcome}, ${userId ? hashAuditPerson(context, userId) : null}, ${reason ?? null})`
}

export type AuditFilters = { staffId: string | null; action: string | null; person: Buffer | null }

type AuditRow = {
  id: number
  at: Date
  staffName: string | null
  action: string
  outcome: string
  person: Buffer | null
  reason: string | null
}

/** Counting stops here. */
const mostCounted = 10_000

export async function countAudit(db: Queryable, { staffId, action, person }: AuditFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from desk_audit
      where (${staffId}::uuid is null or staff_id = ${staffId}) and (${action}::text is null or action = ${action})
        and (${person}::bytea is null or person = ${person})
      order by id desc limit ${mostCounted}) as counted`
  return row?.count ?? 0
}

/** Newest first: the rows before `beforeId`, or the newest; `skip` rows are left out. */
export function listAudit(
  db: Queryable,
  { staffId, action, person }: AuditFilters,
  { beforeId, skip, limit }: { beforeId: number | null; skip: number; limit: number },
): Promise<AuditRow[]> {
  return db<AuditRow[]>`
    select a.id, a.at, s.name as "staffName", a.action, a.outcome, a.person, a.reason
    from desk_audit a left join desk_staff s on s.id = a.staff_id
    where a.id < coalesce(${beforeId}::bigint, 9223372036854775807)
      and (${staffId}::uuid is null or a.staff_id = ${staffId}) and (${action}::text is null or a.action = ${action})
      and (${person}::bytea is null or a.person = ${person})
    order by a.id desc limit ${limit} offset ${skip}`
}

/** Checks the next `limit` rows after `afterId`: the ID of the last of them, and of the first whose hash or order is wrong. */
export async function verifyAuditRows(
  db: Queryable,
  afterId: number,
  limit: number,
): Promise<{ count: number; lastId: number | null; firstBrokenId: number | null }> {
  const [row] = await db<{ count: number; lastId: number | null; firstBrokenId: number | null }[]>`
    select count(*)::int as count, max(id) as "lastId", min(id) filter (where is_broken) as "firstBrokenId" from (
      select a.id, a.hash <> desk_audit_hash(a)
        or (b.id is null and a.id <> (select min(id) from desk_audit)) or b.hash <> a.previous_hash as is_broken
      from desk_audit a left join desk_audit b on b.id = a.id - 1
      where a.id > ${afterId} order by a.id limit ${limit}) as checked`
  return row ?? { count: 0, lastId: null, firstBrokenId: null }
}

/** How often a member of staff has done something within a day and wasn't refused, with the one that has begun now. */
export async function countActionsToday(db: Queryable, staffId: string, action: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select (count(*) filter (where outcome = 'begun') - count(*) filter (where outcome <> 'begun'))::int as count
    from desk_audit where staff_id = ${staffId} and action = ${action} and at > now() - interval '1 day'`
  return row?.count ?? 0
}

export async function countRefusalsToday(
  db: Queryable,
  staffId: string,
  { action, outcome }: { action: string; outcome: string },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from desk_audit
    where staff_id = ${staffId} and action = ${action} and outcome = ${outcome} and at > now() - interval '1 day'`
  return row?.count ?? 0
}

export async function purgeAudit(db: Queryable, days: number): Promise<void> {
  await db`select purge_desk_audit(${days})`
}
