import { organizationPageSize } from '@kitewise/contract/choices'
import type { AuditEntry, AuditKind } from '@kitewise/contract/organization-entities'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export type LogEntry = {
  organizationId: string
  at: Date
  kind: AuditKind
  /** Null for what happens by itself. */
  actorId: string | null
  subjectId?: string
  /** Names nobody. */
  detail?: string
}

export async function insertLogEntry(tx: Tx, entry: LogEntry): Promise<void> {
  const { organizationId, at, kind, actorId, subjectId = null, detail = null } = entry
  await tx`
    insert into organization_log (organization_id, at, kind, actor_id, subject_id, detail)
    values (${organizationId}, ${at}, ${kind}, ${actorId}, ${subjectId}, ${detail})`
}

/** Newest first. */
export async function listLog(
  db: Queryable,
  organizationId: string,
  page: number,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from organization_log where organization_id = ${organizationId}`
  const rows = await db<AuditEntry[]>`
    select l.number::text as id, floor(extract(epoch from l.at))::float8 as at, l.kind, l.detail,
      case when a.id is not null then json_build_object('userId', a.id, 'name', a.first_name, 'email', a.email) end as actor,
      case when s.id is not null then json_build_object('userId', s.id, 'name', s.first_name, 'email', s.email) end as subject
    from organization_log l left join users a on a.id = l.actor_id left join users s on s.id = l.subject_id
    where l.organization_id = ${organizationId} order by l.number desc
    limit ${organizationPageSize} offset ${(page - 1) * organizationPageSize}`
  return { rows, total: count?.total ?? 0 }
}

export async function deleteOldEntries(db: Queryable, before: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from organization_log where ctid = any(array(
        select ctid from organization_log where at < ${before} order by at limit ${limit} for update skip locked))`,
  )
}
