import { type MoneyTable, noName } from '@kitewise/contract/desk'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import type { Column } from '../../components/data-table.tsx'
import type { Filter } from '../../components/filters.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, saveFile } from '../../lib/call.ts'
import { formatMoment, formatMoney, formatRate, planName } from '../../lib/format.ts'
import { Organizations } from './organizations.tsx'

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
  {
    title: 'Discounts',
    sort: 'discount',
    isNumber: true,
    cell: ({ discount, currency }) => formatMoney(discount, currency),
  },
  { title: 'Refunds', sort: 'refunds', isNumber: true, cell: ({ refunds }) => count(refunds) },
  {
    title: 'Refunded',
    sort: 'refunded',
    isNumber: true,
    cell: ({ refunded, currency }) => formatMoney(refunded, currency),
  },
  {
    title: 'Lost disputes',
    sort: 'disputed',
    isNumber: true,
    cell: ({ disputed, currency }) => formatMoney(disputed, currency),
  },
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
  { title: 'Payments', sort: 'payments', isNumber: true, cell: ({ payments }) => count(payments) },
  { title: 'Paid', sort: 'paid', isNumber: true, cell: ({ paid, currency }) => formatMoney(paid, currency) },
  { title: 'Tax in it', sort: 'tax', isNumber: true, cell: ({ tax, currency }) => formatMoney(tax, currency) },
]

const trialColumns: Column<Row<'moneyTrials'>>[] = [
  { title: 'Began', sort: 'month', cell: ({ month }) => month },
  { title: 'Plan', sort: 'plan', cell: ({ plan }) => planName(plan) },
  { title: 'Trials', sort: 'trials', isNumber: true, cell: ({ trials }) => count(trials) },
  { title: 'Running', sort: 'running', isNumber: true, cell: ({ running }) => count(running) },
  { title: 'Paid', sort: 'paid', isNumber: true, cell: ({ paid }) => count(paid) },
  { title: 'Not paid', sort: 'lost', isNumber: true, cell: ({ lost }) => count(lost) },
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
  { title: 'Began to pay', sort: 'started', isNumber: true, cell: ({ started }) => count(started) },
  { title: 'Ended', sort: 'ended', isNumber: true, cell: ({ ended }) => count(ended) },
  { title: 'Churn', sort: 'rate', isNumber: true, cell: ({ rate }) => formatRate(rate) },
]

const failedColumns: Column<Row<'moneyFailed'>>[] = [
  { title: 'Due', sort: 'at', cell: ({ at }) => formatMoment(at) },
  { title: 'Learner', cell: ({ userId }) => <Link href={`/people/${userId}`}>Open</Link> },
  { title: 'Plan', sort: 'plan', cell: ({ plan }) => planName(plan) },
  { title: 'Amount', sort: 'amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Refused attempts', sort: 'attempts', isNumber: true, cell: ({ attempts }) => count(attempts) },
  {
    title: 'Subscription',
    sort: 'subscriptionStatus',
    cell: ({ subscriptionStatus }) => subscriptionStatus.replaceAll('_', ' '),
  },
]

const disputeColumns: Column<Row<'moneyDisputes'>>[] = [
  { title: 'Answer by', sort: 'dueAt', cell: ({ dueAt }) => formatMoment(dueAt) },
  { title: 'Since', sort: 'openedAt', cell: ({ openedAt }) => formatMoment(openedAt) },
  { title: 'Learner', cell: ({ userId }) => <Link href={`/people/${userId}`}>Open</Link> },
  { title: 'Amount', sort: 'amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Reason', sort: 'reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { title: 'State', sort: 'status', cell: ({ status }) => status.replaceAll('_', ' ') },
]

type Parts = { overview: Data<'moneyOverview'> }

/** The names in the address and in the export, with their titles. */
export const moneyTitles: Record<MoneyTable, string> = {
  revenue: 'Revenue',
  taxes: 'Tax',
  trials: 'Trials',
  churn: 'Churn',
  failed: 'Failed payments',
  disputes: 'Disputes',
  organizations: 'Organizations',
}

const headingOf = (table: MoneyTable) => ({
  title: moneyTitles[table],
  csv: (filters: Record<string, string>) =>
    saveFile('exportMoney', { params: { table }, query: queryOf<'exportMoney'>(filters) }),
})

const monthsShown = 24

/** Newest first. */
const months = (): Filter[] => {
  const now = new Date()
  const options = Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
  return [
    { name: 'from', title: 'From', kind: 'choice', all: 'Any month', options },
    { name: 'to', title: 'To', kind: 'choice', all: 'Any month', options },
  ]
}

const days: Filter[] = [
  { name: 'from', title: 'From', kind: 'date' },
  { name: 'to', title: 'To', kind: 'date' },
]

const currency = ({ currencies }: Parts['overview']): Filter => ({
  name: 'currency',
  title: 'Currency',
  kind: 'choice',
  options: currencies.map((one) => [one.currency, one.currency.toUpperCase()]),
})

const plan = ({ plans }: Parts['overview']): Filter => ({
  name: 'plan',
  title: 'Plan',
  kind: 'choice',
  options: plans.map((id) => [id || noName, planName(id)]),
})

const country = ({ countries }: Parts['overview']): Filter => ({
  name: 'country',
  title: 'Country',
  kind: 'choice',
  options: countries.map((code) => [code || noName, code || 'Unknown']),
})

const status: Filter = {
  name: 'subscriptionStatus',
  title: 'Subscription',
  kind: 'choice',
  options: ['active', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled'],
}

const disputeState: Filter = {
  name: 'status',
  title: 'State',
  kind: 'choice',
  options: ['open', 'under_review'],
}

/** The provider's words. */
const disputeReason: Filter = {
  name: 'reason',
  title: 'Reason',
  kind: 'choice',
  options: [
    'fraudulent',
    'product_not_received',
    'product_unacceptable',
    'subscription_canceled',
    'duplicate',
    'credit_not_processed',
    'unrecognized',
    'general',
  ],
}

/** The tables by name. */
export const moneyTables: Record<MoneyTable, ComponentType<Parts>> = {
  revenue: ({ overview }: Parts) => (
    <QueriedTable
      name="moneyRevenue"
      heading={headingOf('revenue')}
      filters={[...months(), currency(overview), plan(overview)]}
      caption="Revenue by month, currency and plan"
      sort="month"
      read={(query) => call('moneyRevenue', { query: queryOf<'moneyRevenue'>(query) })}
      columns={revenueColumns}
      keyOf={({ month, currency, plan }) => `${month} ${currency} ${plan}`}
      empty="No payments like this in the last 24 months."
    />
  ),
  taxes: ({ overview }: Parts) => (
    <QueriedTable
      name="moneyTaxes"
      heading={headingOf('taxes')}
      filters={[...months(), currency(overview), country(overview)]}
      caption="Tax by month and country"
      sort="month"
      read={(query) => call('moneyTaxes', { query: queryOf<'moneyTaxes'>(query) })}
      columns={taxColumns}
      keyOf={({ month, currency, country }) => `${month} ${currency} ${country}`}
      empty="No payments like this in the last 24 months."
    />
  ),
  trials: ({ overview }: Parts) => (
    <QueriedTable
      name="moneyTrials"
      heading={headingOf('trials')}
      filters={[...months(), plan(overview)]}
      caption="Trials by the month in which they began"
      sort="month"
      read={(query) => call('moneyTrials', { query: queryOf<'moneyTrials'>(query) })}
      columns={trialColumns}
      keyOf={({ month, plan }) => `${month} ${plan}`}
      empty="No trials like this in the last 24 months."
    />
  ),
  churn: ({ overview }: Parts) => (
    <QueriedTable
      name="moneyChurn"
      heading={headingOf('churn')}
      filters={[...months(), plan(overview)]}
      caption="Churn by month and plan"
      sort="month"
      read={(query) => call('moneyChurn', { query: queryOf<'moneyChurn'>(query) })}
      columns={churnColumns}
      keyOf={({ month, plan }) => `${month} ${plan}`}
      empty="No paid subscriptions like this yet."
    />
  ),
  failed: ({ overview }: Parts) => (
    <QueriedTable
      name="moneyFailed"
      heading={headingOf('failed')}
      filters={[...days, currency(overview), plan(overview), status]}
      caption="Payments that were refused"
      sort="at"
      read={(query) => call('moneyFailed', { query: queryOf<'moneyFailed'>(query) })}
      columns={failedColumns}
      keyOf={({ paymentId }) => paymentId}
      empty="No refused payments like this."
    />
  ),
  disputes: ({ overview }: Parts) => (
    <QueriedTable
      name="moneyDisputes"
      heading={headingOf('disputes')}
      filters={[...days, currency(overview), disputeState, disputeReason]}
      caption="Disputes that are not decided yet"
      sort="dueAt"
      direction="asc"
      read={(query) => call('moneyDisputes', { query: queryOf<'moneyDisputes'>(query) })}
      columns={disputeColumns}
      keyOf={({ id }) => id}
      empty="No open disputes like this."
    />
  ),
  organizations: () => <Organizations csv={headingOf('organizations').csv} />,
}
