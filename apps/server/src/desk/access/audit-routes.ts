import { pageSize } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok } from '../../platform/result.ts'
import { type AuditFilters, countAudit, hashAuditPerson, listAudit, verifyAuditRows } from './audit.sql.ts'
import { csvLine } from '../../platform/csv.ts'
import { DeskFile, type DeskHandlers } from './handler.ts'

const filtersOf = (
  context: Context,
  { staffId, action, userId }: { staffId?: string; action?: string; userId?: string },
): AuditFilters => ({
  staffId: staffId ?? null,
  action: action || null,
  person: userId ? hashAuditPerson(context, userId) : null,
})

const shortHash = (person: Buffer | null): string | null => person?.toString('hex').slice(0, 12) ?? null

const stepSize = 1_000

/** Of the file, in this order: what is new comes last. Amounts are in minor units. */
const columns = [
  'id',
  'at',
  'staff',
  'action',
  'outcome',
  'person',
  'reason',
  'objectKind',
  'object',
  'was',
  'becomes',
  'amount',
  'currency',
  'endsAt',
] as const

/** Every matching row, newest first, as lines of the file. */
async function* writeLog(context: Context, filters: AuditFilters, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine([...columns])
  let beforeId: number | null = null
  for (;;) {
    const rows = await listAudit(context.db, filters, { beforeId, skip: 0, limit: stepSize })
    const lines = rows.map(({ at, staffName: staff, person, endsAt, ...rest }) => {
      const times = { at: at.toISOString(), endsAt: endsAt?.toISOString() ?? null }
      const row = { ...rest, ...times, staff, person: shortHash(person) }
      const values = columns.map((column) => row[column])
      return format === 'csv' ? csvLine(values) : `${JSON.stringify(row, [...columns])}\n`
    })
    if (lines.length > 0) yield lines.join('')
    if (rows.length < stepSize) return
    beforeId = rows.at(-1)?.id ?? null
  }
}

export const auditRoutes: DeskHandlers<'listAudit' | 'verifyAudit' | 'exportAudit'> = {
  listAudit: async (context, { query }) => {
    const filters = filtersOf(context, query)
    const rows = await listAudit(context.db, filters, {
      beforeId: null,
      skip: (query.page - 1) * pageSize,
      limit: pageSize,
    })
    return ok({
      data: {
        rows: rows.map(({ at, person, endsAt, ...row }) => ({
          ...row,
          at: at.getTime(),
          endsAt: endsAt?.getTime() ?? null,
          person: shortHash(person),
        })),
        total: await countAudit(context.db, filters),
      },
    })
  },

  verifyAudit: async ({ db }) => {
    let [rows, afterId] = [0, 0]
    for (;;) {
      const step = await verifyAuditRows(db, afterId, stepSize)
      rows += step.count
      if (step.firstBrokenId !== null || step.lastId === null)
        return ok({ data: { rows, firstBrokenId: step.firstBrokenId } })
      afterId = step.lastId
    }
  },

  exportAudit: async (context, { query }) => {
    const type = query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson'
    const pieces = writeLog(context, filtersOf(context, query), query.format)
    return ok(new DeskFile(`audit-log.${query.format}`, type, pieces))
  },
}
