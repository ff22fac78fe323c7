import { mayDo, type MoneyTable, pageSize } from '@kitewise/contract/desk'
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

/** Rows of a table without an end in time are read in steps. */
const stepSize = 1_000

async function* readFailed(context: Context): AsyncGenerator<object[]> {
  for (let skip = 0; ; skip += stepSize) {
    const rows = await listFailed(context.db, modeOf(context), { direction: 'desc', skip, limit: stepSize })
    yield rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
    if (rows.length < stepSize) return
  }
}

async function* once(rows: Promise<object[]>): AsyncGenerator<object[]> {
  yield await rows
}

/** The steps of a table's rows. Amounts are minor units. */
const readers: Record<MoneyTable, (context: Context) => AsyncGenerator<object[]>> = {
  revenue: (context) => once(listRevenue(context.db, modeOf(context), windowOf(context).since)),
  taxes: (context) => once(listTaxes(context.db, modeOf(context), windowOf(context).since)),
  trials: (context) => once(readTrials(context)),
  churn: (context) => once(readChurn(context)),
  failed: readFailed,
  disputes: (context) => once(readDisputes(context)),
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
    const groups = await sumRunning(context.db, mode)
    const revenue = await listRevenue(context.db, mode, windowOf(context).since)
    const currencies = describeCurrencies(groups, revenue, lastMonths(context.clock(), monthsDrawn))
    return ok({ data: { mode: mode.isLive ? 'live' : 'test', currencies } })
  },
  moneyRevenue: async (context, { query }) =>
    ok(pageOf(await listRevenue(context.db, modeOf(context), windowOf(context).since), query)),
  moneyTaxes: async (context, { query }) =>
    ok(pageOf(await listTaxes(context.db, modeOf(context), windowOf(context).since), query)),
  moneyTrials: async (context, { query }) => ok(pageOf(await readTrials(context), query)),
  moneyChurn: async (context, { query }) => ok(pageOf(await readChurn(context), query)),
  moneyFailed: async (context, { query }) => {
    const mode = modeOf(context)
    const { direction, page } = query
    const rows = await listFailed(context.db, mode, { direction, skip: (page - 1) * pageSize, limit: pageSize })
    return ok({ data: { rows, total: await countFailed(context.db, mode) } })
  },
  moneyDisputes: async (context, { query }) => ok(pageOf(await readDisputes(context), query)),
  exportMoney: async (context, { params }) =>
    ok(new DeskFile(`${params.table}.csv`, 'text/csv; charset=utf-8', writeCsv(readers[params.table](context)))),
}
