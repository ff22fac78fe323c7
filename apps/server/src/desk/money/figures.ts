import type { RevenueMonth, RunningGroup } from './money.sql.ts'

/** Average lengths in months: a year has 12 months, 365 days and so 365 / 7 weeks. */
const periodsPerMonth = { day: 365 / 12, week: 365 / 7 / 12, month: 1, year: 1 / 12 }

/** What a group of equal prices brings in an average month, in minor units; not rounded. */
export function spreadOverMonths({
  amount,
  interval,
  intervalCount,
}: Pick<RunningGroup, 'amount' | 'interval' | 'intervalCount'>): number {
  return (amount * periodsPerMonth[interval]) / intervalCount
}

/** The month of UTC, as `2026-05`. */
function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The last `count` months, oldest first, with the current one. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1 + index, 1))),
  )
}

type CurrencyFigures = {
  currency: string
  monthlyRecurring: number
  subscriptions: number
  plans: { plan: string; monthlyRecurring: number; subscriptions: number }[]
  months: { month: string; paid: number; refunded: number; disputed: number; net: number }[]
}

/** The figures of each currency that has subscriptions or payments. */
export function describeCurrencies(
  groups: readonly RunningGroup[],
  revenue: readonly RevenueMonth[],
  months: readonly string[],
): CurrencyFigures[] {
  const currencies = [...new Set([...groups, ...revenue].map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const own = groups.filter((group) => group.currency === currency)
    const plans = [...new Set(own.map(({ plan }) => plan))].map((plan) => ({
      plan,
      ...totalOf(own.filter((group) => group.plan === plan)),
    }))
    return { currency, ...totalOf(own), plans, months: months.map((month) => monthRow(revenue, currency, month)) }
  })
}

const totalOf = (groups: readonly RunningGroup[]) => ({
  monthlyRecurring: Math.round(groups.reduce((sum, group) => sum + spreadOverMonths(group), 0)),
  subscriptions: groups.reduce((sum, { subscriptions }) => sum + subscriptions, 0),
})

const monthRow = (revenue: readonly RevenueMonth[], currency: string, month: string) => {
  const own = revenue.filter((row) => row.currency === currency && row.month === month)
  const sum = (part: 'paid' | 'refunded' | 'disputed' | 'net'): number => own.reduce((all, row) => all + row[part], 0)
  return { month, paid: sum('paid'), refunded: sum('refunded'), disputed: sum('disputed'), net: sum('net') }
}

export type ChurnRow = {
  month: string
  plan: string
  payingAtStart: number
  started: number
  ended: number
  rate: number | null
}

type Counted = { month: string; plan: string; count: number }

/**
 * Churn by month and plan, newest month first. Goes back from those who pay now: a month began with those who paid at its end,
 * without those who began in it, and with those who ended in it.
 */
export function churnRows(
  paying: readonly { plan: string; count: number }[],
  started: readonly Counted[],
  ended: readonly (Counted & { ofStart: number })[],
  months: readonly string[],
): ChurnRow[] {
  const plans = [...new Set([...paying, ...started, ...ended].map(({ plan }) => plan))].sort()
  const rows = plans.flatMap((plan) => {
    let payingAtEnd = paying.find((one) => one.plan === plan)?.count ?? 0
    return months.toReversed().map((month) => {
      const isOwn = (one: Counted) => one.plan === plan && one.month === month
      const begun = started.find(isOwn)?.count ?? 0
      const { count = 0, ofStart = 0 } = ended.find(isOwn) ?? {}
      const payingAtStart = Math.max(0, payingAtEnd - begun + count)
      payingAtEnd = payingAtStart
      const rate = payingAtStart === 0 ? null : ofStart / payingAtStart
      return { month, plan, payingAtStart, started: begun, ended: count, rate }
    })
  })
  const isEmpty = ({ payingAtStart, started: begun, ended: over }: ChurnRow) => payingAtStart + begun + over === 0
  return rows
    .filter((row) => !isEmpty(row))
    .sort((a, b) => b.month.localeCompare(a.month) || a.plan.localeCompare(b.plan))
}
