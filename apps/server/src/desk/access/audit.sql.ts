import { createHmac } from 'node:crypto'
import type { AuditFacts, AuditKind } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'

export type AuditEntry = {
  /** Null for what the command line did. */
  staffId: string | null
  /** The endpoint's name, or the command's. */
  action: string
  /** `begun` before an act. Afterwards `succeeded`, `waiting` for the payment provider, `failed`, or the refusal's code. */
  outcome: string
  /** What it's about; a person only in `userId`. The ID is null if the kind says it all, or what it names doesn't exist yet. */
  object: { kind: AuditKind; id: string | null }
  /** The row that this one is the result of. */
  begunId?: number
  /** The learner's ID; only its keyed hash is stored. */
  userId?: string | null
  reason?: string | null
} & Partial<Pick<AuditFacts, 'was' | 'becomes' | 'endsAt'>> & {
    /** Minor units; the currency is null as long as only the wish is known. */
    money?: { amount: number; currency: string | null } | null
  }

/** The same key as for `erased_consents`: without it, the log doesn't lead to a person, and erasure leaves the log intact. */
export function hashAuditPerson({ config }: Pick<Context, 'config'>, userId: string): Buffer {
  return createHmac('sha256', config.pinHashing.pepper).update(`desk-audit:${userId}`).digest()
}

/** Throws when the row can't be written; the caller must then not act. Triggers add number, time and hash. @returns the number */
export async function appendAudit(context: Pick<Context, 'config'>, db: Queryable, entry: AuditEntry): Promise<number> {
  const { staffId, action, outcome, object, userId, begunId, money } = entry
  const [row] = await db<{ id: number }[]>`
    insert into desk_audit (staff_id, action, outcome, person, reason, begun_id, object_kind, object_id, was, becomes, amount,
      currency, ends_at)
    values (${staffId}, ${action}, ${outcome}, ${userId ? hashAuditPerson(context, userId) : null}, ${entry.reason ?? null},
      ${begunId ?? null}, ${object.kind}, ${object.id}, ${entry.was ?? null}, ${entry.becomes ?? null}, ${money?.amount ?? null},
      ${money?.currency ?? null}, to_timestamp(${entry.endsAt ?? null}::float8 / 1000))
    returning id::float8 as id`
  if (!row) throw new Error('an audit row was not stored')
  return row.id
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
  objectKind: AuditKind | null
  object: string | null
  was: string | null
  becomes: string | null
  amount: number | null
  currency: string | null
  endsAt: Date | null
}

/** Counting stops here. */
const mostCounted = 10_000

/** An act is one row here, however many it has in the log. */
export async function countAudit(db: Queryable, { staffId, action, person }: AuditFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from desk_audit
      where begun_id is null and (${staffId}::uuid is null or staff_id = ${staffId})
        and (${action}::text is null or action = ${action}) and (${person}::bytea is null or id in (
          select coalesce(begun_id, id) from desk_audit where person = ${person}))
      order by id desc limit ${mostCounted}) as counted`
  return row?.count ?? 0
}

/** Newest first: the acts before `beforeId`, or the newest, each with its result; `skip` of them are left out. */
export function listAudit(
  db: Queryable,
  { staffId, action, person }: AuditFilters,
  { beforeId, skip, limit }: { beforeId: number | null; skip: number; limit: number },
): Promise<AuditRow[]> {
  return db<AuditRow[]>`
    select a.id, a.at, s.name as "staffName", a.action, coalesce(r.outcome, a.outcome) as outcome,
      coalesce(r.person, a.person) as person, a.reason, coalesce(r.object_kind, a.object_kind) as "objectKind",
      coalesce(o.name || ' ', '') || coalesce(r.object_id, a.object_id) as object, coalesce(r.was, a.was) as was,
      coalesce(r.becomes, a.becomes) as becomes, coalesce(r.amount, a.amount)::float8 as amount,
      coalesce(r.currency, a.currency) as currency, coalesce(r.ends_at, a.ends_at) as "endsAt"
    from desk_audit a left join desk_audit r on r.begun_id = a.id left join desk_staff s on s.id = a.staff_id
    left join desk_staff o on coalesce(r.object_kind, a.object_kind) = 'staff'
      and o.id::text = coalesce(r.object_id, a.object_id)
    where a.begun_id is null and a.id < coalesce(${beforeId}::bigint, 9223372036854775807)
      and (${staffId}::uuid is null or a.staff_id = ${staffId}) and (${action}::text is null or a.action = ${action})
      and (${person}::bytea is null or a.id in (select coalesce(begun_id, id) from desk_audit where person = ${person}))
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
    select (count(*) filter (where outcome = 'begun')
      - count(*) filter (where outcome not in ('begun', 'succeeded', 'waiting', 'failed')))::int as count
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
