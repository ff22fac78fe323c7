import { type DeskInput, mayDo, type MoneyTable, noName, pageSize } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { listRunningDisputes } from '../../features/billing/disputes.sql.ts'
import { tellOfReturnedRefunds, warnOfDisputes } from '../../features/billing/handle-dispute.ts'
import { ok } from '../../platform/result.ts'
import { DeskFile, type DeskHandlers } from '../access/handler.ts'
import { listStaff } from '../access/staff.sql.ts'
import { pageOf, writeCsv } from '../access/tables.ts'
import { churnRows, describeCurrencies, lastMonths } from './figures.ts'
import {
  countEnded,
  countFailed,
  countPaying,
  countStarted,
  listFailed,
  listRevenue,
  listTaxes,
  listTrials,
  sumRunning,
} from './money.sql.ts'
import { readOrganizations } from './organization-routes.ts'
import { sumContracts } from './organizations.sql.ts'

/** How far back the tables go. */
const monthsShown = 24
const monthsDrawn = 12

const modeOf = ({ config }: Context) => ({
  isLive: config.payments.provider === 'stripe' && /^[a-z]+_live_/.test(config.payments.secretKey),
})

/** The months of the tables, oldest first, and the day they begin. */
const windowOf = ({ clock }: Context) => {
  const months = lastMonths(clock(), monthsShown)
  return { months, since: `${months[0]}-01` }
}

const readTrials = async (context: Context) =>
  (await listTrials(context.db, modeOf(context), windowOf(context).since)).map((row) => {
    const over = row.trials - row.running
    return { ...row, lost: Math.max(0, over - row.paid), rate: over <= 0 ? null : Math.min(1, row.paid / over) }
  })

const readChurn = async (context: Context) => {
  const [mode, { months, since }] = [modeOf(context), windowOf(context)]
  return churnRows(
    await countPaying(context.db, mode),
    await countStarted(context.db, mode, since),
    await countEnded(context.db, mode, since),
    months,
  )
}

const readDisputes = async (context: Context) =>
  (await listRunningDisputes(context.db, modeOf(context).isLive)).map((row) => {
    const { id, userId, dueAt, openedAt, status, amount, currency, reason } = row
    return { id, userId, dueAt, openedAt, status, amount, currency, reason }
  })

const addressesOfReaders = async (db: Queryable): Promise<string[]> =>
  (await listStaff(db)).flatMap(({ email, role }) => (mayDo(role, 'money.read') ? [email] : []))

/** Job: mails everybody who sees this section. */
export async function warnStaffOfDisputes(context: Context): Promise<void> {
  await warnOfDisputes(context, addressesOfReaders)
  await tellOfReturnedRefunds(context, addressesOfReaders)
}

type Filters = Omit<DeskInput<'exportMoney'>['query'], 'state' | 'text'>

/** The rows of which `from` and `to` contain the month or day, and that have the wanted values. */
const keepFitting = <Row extends object>(rows: readonly Row[], when: (row: Row) => string, filters: Filters): Row[] => {
  const { from, to, ...exact } = filters
  const wanted = Object.entries(exact).filter(([, value]) => value !== undefined)
  const isWithin = (time: string) => (from === undefined || time >= from) && (to === undefined || time <= to)
  return rows.filter(
    (row) =>
      isWithin(when(row)) &&
      wanted.every(([column, value]) =>
        Object.entries(row).some(([name, own]) => name === column && own === nameOf(value)),
      ),
  )
}

const nameOf = (value: string | undefined): string | undefined => (value === noName ? '' : value)

const monthOf = ({ month }: { month: string }): string => month

const readRevenueRows = async (context: Context, filters: Filters) =>
  keepFitting(await listRevenue(context.db, modeOf(context), windowOf(context).since), monthOf, filters)

const readTaxRows = async (context: Context, filters: Filters) =>
  keepFitting(await listTaxes(context.db, modeOf(context), windowOf(context).since), monthOf, filters)

const readTrialRows = async (context: Context, filters: Filters) =>
  keepFitting(await readTrials(context), monthOf, filters)

const readChurnRows = async (context: Context, filters: Filters) =>
  keepFitting(await readChurn(context), monthOf, filters)

const isoOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

const readDisputeRows = async (context: Context, filters: Filters) =>
  keepFitting(await readDisputes(context), ({ openedAt }) => isoOf(openedAt).slice(0, 10), filters)

const failedFilters = ({ from, to, currency, plan, subscriptionStatus }: Filters) => ({
  from: from ?? null,
  to: to ?? null,
  currency: currency ?? null,
  plan: nameOf(plan) ?? null,
  subscriptionStatus: subscriptionStatus ?? null,
})

/** Rows of a table without an end in time are read in steps. */
const stepSize = 1_000

async function* readFailed(context: Context, filters: Filters): AsyncGenerator<object[]> {
  for (let skip = 0; ; skip += stepSize) {
    const slice = { sort: 'at', direction: 'desc', skip, limit: stepSize } as const
    const rows = await listFailed(context.db, modeOf(context), failedFilters(filters), slice)
    yield rows.map(({ at, ...row }) => ({ ...row, at: isoOf(at) }))
    if (rows.length < stepSize) return
  }
}

async function* once(rows: Promise<object[]>): AsyncGenerator<object[]> {
  yield await rows
}

/** The steps of a table's rows. Amounts are minor units. */
const readers: Record<
  MoneyTable,
  (context: Context, filters: DeskInput<'exportMoney'>['query']) => AsyncGenerator<object[]>
> = {
  revenue: (...asked) => once(readRevenueRows(...asked)),
  taxes: (...asked) => once(readTaxRows(...asked)),
  trials: (...asked) => once(readTrialRows(...asked)),
  churn: (...asked) => once(readChurnRows(...asked)),
  failed: readFailed,
  organizations: readOrganizations,
  disputes: (...asked) =>
    once(
      readDisputeRows(...asked).then((rows) =>
        rows.map((row) => ({ ...row, dueAt: isoOf(row.dueAt), openedAt: isoOf(row.openedAt) })),
      ),
    ),
}

type MoneyEndpoint =
  | 'moneyOverview'
  | 'moneyRevenue'
  | 'moneyTaxes'
  | 'moneyTrials'
  | 'moneyChurn'
  | 'moneyFailed'
  | 'moneyDisputes'
  | 'exportMoney'

export const moneyRoutes: DeskHandlers<MoneyEndpoint> = {
  moneyOverview: async (context) => {
    const mode = modeOf(context)
    const own = await sumRunning(context.db, mode)
    const groups = [...own, ...(await sumContracts(context.db, context.payments.provider))]
    const revenue = await listRevenue(context.db, mode, windowOf(context).since)
    const currencies = describeCurrencies(groups, revenue, lastMonths(context.clock(), monthsDrawn))
    const taxes = await listTaxes(context.db, mode, windowOf(context).since)
    const plans = [...new Set([...own, ...revenue].map(({ plan }) => plan))].sort()
    const countries = [...new Set(taxes.map(({ country }) => country))].sort()
    return ok({ data: { mode: mode.isLive ? 'live' : 'test', currencies, plans, countries } })
  },
  moneyRevenue: async (context, { query: { sort, direction, page, ...filters } }) =>
    ok(pageOf(await readRevenueRows(context, filters), { sort, direction, page })),
  moneyTaxes: async (context, { query: { sort, direction, page, ...filters } }) =>
    ok(pageOf(await readTaxRows(context, filters), { sort, direction, page })),
  moneyTrials: async (context, { query: { sort, direction, page, ...filters } }) =>
    ok(pageOf(await readTrialRows(context, filters), { sort, direction, page })),
  moneyChurn: async (context, { query: { sort, direction, page, ...filters } }) =>
    ok(pageOf(await readChurnRows(context, filters), { sort, direction, page })),
  moneyFailed: async (context, { query: { sort, direction, page, ...filters } }) => {
    const mode = modeOf(context)
    const wanted = failedFilters(filters)
    const slice = { sort, direction, skip: (page - 1) * pageSize, limit: pageSize }
    const rows = await listFailed(context.db, mode, wanted, slice)
    return ok({ data: { rows, total: await countFailed(context.db, mode, wanted) } })
  },
  moneyDisputes: async (context, { query: { sort, direction, page, ...filters } }) =>
    ok(pageOf(await readDisputeRows(context, filters), { sort, direction, page })),
  exportMoney: async (context, { params: { table }, query }) =>
    ok(new DeskFile(`${table}.csv`, 'text/csv; charset=utf-8', writeCsv(readers[table](context, query)))),
}
