import type { MoneyTable } from '@kitewise/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { Figure } from '../../components/figure.tsx'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading, Page, Tabs } from '../../components/page.tsx'
import { call, type Data, sentenceOf } from '../../lib/call.ts'
import { formatMoney, planName } from '../../lib/format.ts'
import { moneyTables, moneyTitles } from './money-tables.tsx'

type Overview = Data<'moneyOverview'>

/** What came in, and what is due to come in each month. */
export function MoneyPage() {
  const result = useQuery({ queryKey: ['moneyOverview'], queryFn: () => call('moneyOverview') })
  const [params] = useSearchParams()
  const wanted = params.get('show') ?? ''
  const shown = wanted in moneyTitles ? (wanted as MoneyTable) : 'revenue'
  const Table = moneyTables[shown]
  return (
    <Page title="Money">
      {result.error ? <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} /> : null}
      {result.data ? <Summary overview={result.data} /> : result.error ? null : <Loading />}
      <Definitions />
      <Tabs label="Tables" titles={moneyTitles} shown={shown} />
      {result.data ? <Table key={shown} overview={result.data} /> : null}
    </Page>
  )
}

function Summary({ overview: { mode, currencies } }: { overview: Overview }) {
  return (
    <>
      {mode === 'test' ? (
        <p className={layout.soft}>
          <span className={`${layout.tag} ${layout.bad}`}>Test mode</span> These payments move no real money.
        </p>
      ) : null}
      {currencies.length === 0 ? <Empty>No payments yet.</Empty> : null}
      {currencies.map((figures) => (
        <section key={figures.currency} className={layout.card} aria-label={figures.currency.toUpperCase()}>
          <div className={layout.columns}>
            <dl className={layout.facts}>
              <dt>Currency</dt>
              <dd>{figures.currency.toUpperCase()}</dd>
              <dt>MRR</dt>
              <dd>
                <strong>{formatMoney(figures.monthlyRecurring, figures.currency)}</strong>
              </dd>
              <dt>Subscriptions in it</dt>
              <dd>{figures.subscriptions.toLocaleString('en-GB')}</dd>
              {figures.plans.map(({ plan, monthlyRecurring, subscriptions }) => (
                <Line
                  key={plan}
                  title={planName(plan)}
                  text={`${formatMoney(monthlyRecurring, figures.currency)} from ${subscriptions.toLocaleString('en-GB')}`}
                />
              ))}
            </dl>
            <Figure
              title={`Revenue by month, ${figures.currency.toUpperCase()}`}
              points={figures.months.map(({ month, net }) => ({ label: month, value: net }))}
              format={(value) => formatMoney(value, figures.currency)}
            />
          </div>
        </section>
      ))}
    </>
  )
}

function Line({ title, text }: { title: string; text: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </>
  )
}

const definitions: [term: string, text: string][] = [
  [
    'MRR',
    'What the subscriptions that are paid or past due bring in an average month. Weeks, days and years are spread over months (a year has 12 months, 365 days and 365 ÷ 7 weeks). Discounts without an end are subtracted; a discount that ends, such as a free month to keep a learner, is not. Trials don’t count. A canceled subscription counts until its period ends. Each currency has its own figure, with tax. Seats of organizations count with what their running contracts cost; a contract counts as one subscription.',
  ],
  [
    'Revenue',
    'Payments minus refunds and lost disputes, with tax. A payment counts in the month in which it was made, a refund or a lost dispute in the month in which it became known here. Erased accounts stay in the sums. Invoices for seats are not in it, nor in the tax: they’re listed with their organization and in the provider’s reports.',
  ],
  ['Tax', 'The tax that the payment provider reports for payments made in the month, by the payer’s country.'],
  [
    'Trials → paid',
    'Trials by the month in which they began. “Paid”: at least one payment was made. The rate divides by the trials that are over. Erased accounts are not counted.',
  ],
  [
    'Churn',
    'Paid subscriptions that ended in the month. The rate divides those of them that were paying when the month began by all that were. A switch to another plan is an end and a start. Erased accounts are not counted.',
  ],
  [
    'Organizations',
    'Companies with seats. “Past due”: a charge failed or an invoice is overdue; people lose access 14 days after the due date.',
  ],
  ['Failed payments', 'Invoices of which at least one attempt was refused and that are still unpaid.'],
  [
    'All',
    'Months are months of UTC. Only the mode in use counts: real money with a live key, else test money. The tables go back 24 months.',
  ],
]

function Definitions() {
  return (
    <details>
      <summary>How these figures are defined</summary>
      <dl className={layout.facts}>
        {definitions.map(([term, text]) => (
          <Line key={term} title={term} text={text} />
        ))}
      </dl>
    </details>
  )
}
