import { type DeskInput, pageSize } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { listContractIds } from '../../features/organizations/contracts.sql.ts'
import { findOrganization } from '../../features/organizations/organizations.sql.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { DeskHandlers } from '../access/handler.ts'
import { countOrganizationRows, listOrganizationRows, type OrganizationFilters } from './organizations.sql.ts'

type Wanted = Pick<DeskInput<'exportMoney'>['query'], 'state' | 'text'>

const readFilters = ({ state, text }: Wanted): OrganizationFilters => ({ state: state ?? null, text: text || null })

const stepSize = 1_000

const dayOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

/** All rows of the table, in steps. */
export async function* readOrganizations({ db }: Context, wanted: Wanted): AsyncGenerator<object[]> {
  for (let skip = 0; ; skip += stepSize) {
    const part = { sort: 'createdAt', direction: 'desc', skip, limit: stepSize } as const
    const rows = await listOrganizationRows(db, readFilters(wanted), part)
    yield rows.map(({ periodEnd, accessUntil, createdAt, ...row }) => ({
      ...row,
      periodEnd: dayOf(periodEnd),
      accessUntil: dayOf(accessUntil),
      createdAt: dayOf(createdAt),
    }))
    if (rows.length < stepSize) return
  }
}

export const organizationMoneyRoutes: DeskHandlers<'moneyOrganizations' | 'listOrganizationInvoices'> = {
  moneyOrganizations: async ({ db }, { query: { sort, direction, page, ...wanted } }) => {
    const filters = readFilters(wanted)
    const part = { sort, direction, skip: (page - 1) * pageSize, limit: pageSize }
    const rows = await listOrganizationRows(db, filters, part)
    return ok({ data: { rows, total: await countOrganizationRows(db, filters) } })
  },

  listOrganizationInvoices: async ({ db, payments, clock }, { params: { organizationId } }) => {
    if (!(await findOrganization(db, organizationId))) return refuse('not_found')
    const ids = await listContractIds(db, organizationId, payments.provider)
    const lists = await Promise.all(ids.map((id) => payments.seats.listInvoices(id)))
    const now = clock().getTime()
    const invoices = lists.flat().map(({ createdAt, dueAt, ...invoice }) => ({
      ...invoice,
      isOverdue: invoice.state === 'open' && dueAt !== null && dueAt * 1000 <= now,
      createdAt: createdAt * 1000,
      dueAt: dueAt === null ? null : dueAt * 1000,
    }))
    return ok({ data: invoices.toSorted((one, other) => other.createdAt - one.createdAt) })
  },
}
