import { Link } from 'wouter'
import type { Column } from '../../components/data-table.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf } from '../../lib/call.ts'
import { formatMoment, formatMoney, formatRate, planName } from '../../lib/format.ts'

type RowOf<D> = D extends { rows: (infer Row)[] } ? Row : never
type Row<N extends 'moneyRevenue' | 'moneyTaxes' | 'moneyTrials' | 'moneyChurn' | 'moneyFailed' | 'moneyDisputes'> =
  RowOf<Data<N>>

const count = (value: number): string => value.toLocaleString('en-GB')

const revenueColumns: Column<Row<'moneyRevenue'>>[] = [
  { title: 'Month', sort: 'month', cell: ({ month }) => month },
  { title: 'Currency', sort: 'currency', cell: ({ currency }) => currency.toUpperCase() },
  { title: 'Plan', sort: 'plan', cell: ({ plan }) => planName(plan) },
  { title: 'Payments', sort: 'payments', isNumber: true, cell: ({ payments }) => count(payments) },
  { title: 'Paid', sort: 'paid', isNumber: true, cell: ({ paid, currency }) => formatMoney(paid, currency) },
  { title: 'Discounts', isNumber: true, cell: ({ discount, currency }) => formatMoney(discount, currency) },
  { title: 'Refunds', isNumber: true, cell: ({ refunds }) => count(refunds) },
  {
    title: 'Refunded',
    sort: 'refunded',
    isNumber: true,
    cell: ({ refunded, currency }) => formatMoney(refunded, currency),
  },
  { title: 'Lost disputes', isNumber: true, cell: ({ disputed, currency }) => formatMoney(disputed, currency) },
  { title: 'Revenue', sort: 'net', isNumber: true, cell: ({ net, currency }) => formatMoney(net, currency) },
  {
    title: 'Refused attempts',
    sort: 'failedAttempts',
    isNumber: true,
    cell: ({ failedAttempts }) => count(failedAttempts),
  },
]

const taxColumns: Column<Row<'moneyTaxes'>>[] = [
  { title: 'Month', sort: 'month', cell: ({ month }) => month },
  { title: 'Currency', sort: 'currency', cell: ({ currency }) => currency.toUpperCase() },
  { title: 'Country', sort: 'country', cell: ({ country }) => country || 'Unknown' },
  { title: 'Payments', isNumber: true, cell: ({ payments }) => count(payments) },
  { title: 'Paid', sort: 'paid', isNumber: true, cell: ({ paid, currency }) => formatMoney(paid, currency) },
  { title: 'Tax in it', sort: 'tax', isNumber: true, cell: ({ tax, currency }) => formatMoney(tax, currency) },
]

const trialColumns: Column<Row<'moneyTrials'>>[] = [
  { title: 'Began', sort: 'month', cell: ({ month }) => month },
  { title: 'Plan', sort: 'plan', cell: ({ plan }) => planName(plan) },
  { title: 'Trials', sort: 'trials', isNumber: true, cell: ({ trials }) => count(trials) },
  { title: 'Running', isNumber: true, cell: ({ running }) => count(running) },
  { title: 'Paid', sort: 'paid', isNumber: true, cell: ({ paid }) => count(paid) },
  { title: 'Not paid', isNumber: true, cell: ({ lost }) => count(lost) },
  { title: 'Rate', sort: 'rate', isNumber: true, cell: ({ rate }) => formatRate(rate) },
]

const churnColumns: Column<Row<'moneyChurn'>>[] = [
  { title: 'Month', sort: 'month', cell: ({ month }) => month },
  { title: 'Plan', sort: 'plan', cell: ({ plan }) => planName(plan) },
  {
    title: 'Paying at the start',
    sort: 'payingAtStart',
    isNumber: true,
    cell: ({ payingAtStart }) => count(payingAtStart),
  },
  { title: 'Began to pay', isNumber: true, cell: ({ started }) => count(started) },
  { title: 'Ended', sort: 'ended', isNumber: true, cell: ({ ended }) => count(ended) },
  { title: 'Churn', sort: 'rate', isNumber: true, cell: ({ rate }) => formatRate(rate) },
]

const failedColumns: Column<Row<'moneyFailed'>>[] = [
  { title: 'Due', sort: 'at', cell: ({ at }) => formatMoment(at) },
  { title: 'Learner', cell: ({ userId }) => <Link href={`/people/${userId}`}>Open</Link> },
  { title: 'Plan', cell: ({ plan }) => planName(plan) },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Refused attempts', isNumber: true, cell: ({ attempts }) => count(attempts) },
  { title: 'Subscription', cell: ({ subscriptionStatus }) => subscriptionStatus.replaceAll('_', ' ') },
]

const disputeColumns: Column<Row<'moneyDisputes'>>[] = [
  { title: 'Answer by', sort: 'dueAt', cell: ({ dueAt }) => formatMoment(dueAt) },
  { title: 'Since', sort: 'openedAt', cell: ({ openedAt }) => formatMoment(openedAt) },
  { title: 'Learner', cell: ({ userId }) => <Link href={`/people/${userId}`}>Open</Link> },
  { title: 'Amount', sort: 'amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { title: 'State', cell: ({ status }) => status.replaceAll('_', ' ') },
]

/** The tables by their name in the address and in the export. */
export const moneyTables = {
  revenue: () => (
    <QueriedTable
      name="moneyRevenue"
      caption="Revenue by month, currency and plan"
      sort="month"
      read={(query) => call('moneyRevenue', { query: queryOf<'moneyRevenue'>(query) })}
      columns={revenueColumns}
      keyOf={({ month, currency, plan }) => `${month} ${currency} ${plan}`}
      empty="No payments in the last 24 months."
    />
  ),
  taxes: () => (
    <QueriedTable
      name="moneyTaxes"
      caption="Tax by month and country"
      sort="month"
      read={(query) => call('moneyTaxes', { query: queryOf<'moneyTaxes'>(query) })}
      columns={taxColumns}
      keyOf={({ month, currency, country }) => `${month} ${currency} ${country}`}
      empty="No payments in the last 24 months."
    />
  ),
  trials: () => (
    <QueriedTable
      name="moneyTrials"
      caption="Trials by the month in which they began"
      sort="month"
      read={(query) => call('moneyTrials', { query: queryOf<'moneyTrials'>(query) })}
      columns={trialColumns}
      keyOf={({ month, plan }) => `${month} ${plan}`}
      empty="No trials in the last 24 months."
    />
  ),
  churn: () => (
    <QueriedTable
      name="moneyChurn"
      caption="Churn by month and plan"
      sort="month"
      read={(query) => call('moneyChurn', { query: queryOf<'moneyChurn'>(query) })}
      columns={churnColumns}
      keyOf={({ month, plan }) => `${month} ${plan}`}
      empty="No paid subscriptions yet."
    />
  ),
  failed: () => (
    <QueriedTable
      name="moneyFailed"
      caption="Payments that were refused"
      sort="at"
      read={(query) => call('moneyFailed', { query: queryOf<'moneyFailed'>(query) })}
      columns={failedColumns}
      keyOf={({ paymentId }) => paymentId}
      empty="No refused payments."
    />
  ),
  disputes: () => (
    <QueriedTable
      name="moneyDisputes"
      caption="Disputes that are not decided yet"
      sort="dueAt"
      direction="asc"
      read={(query) => call('moneyDisputes', { query: queryOf<'moneyDisputes'>(query) })}
      columns={disputeColumns}
      keyOf={({ id }) => id}
      empty="No open disputes."
    />
  ),
}

export type MoneyTableName = keyof typeof moneyTables
