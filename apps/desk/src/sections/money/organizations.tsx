import { organizationStates } from '@kitewise/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import dialogStyles from '../../components/action-dialog.module.css'
import type { Column } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Empty, Failure, Loading } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, sentenceOf } from '../../lib/call.ts'
import { formatMoment, formatMoney } from '../../lib/format.ts'
import { Rows } from '../people/person-page.tsx'

type Organization = Data<'moneyOrganizations'>['rows'][number]
type Invoice = Data<'listOrganizationInvoices'>[number]

/** What organizations have bought, and their invoices. */
export function Organizations({ csv }: { csv: (filters: Record<string, string>) => Promise<void> }) {
  const [shown, setShown] = useState<Organization | null>(null)
  return (
    <>
      <QueriedTable
        name="moneyOrganizations"
        heading={{ title: 'Organizations', csv }}
        filters={[
          { name: 'state', title: 'Contract', kind: 'choice', options: organizationStates },
          { name: 'text', title: 'Name or owner', kind: 'search' },
        ]}
        caption="Organizations with their seats and contracts"
        sort="createdAt"
        read={(query) => call('moneyOrganizations', { query: queryOf<'moneyOrganizations'>(query) })}
        columns={columnsOf(setShown)}
        keyOf={({ id }) => id}
        empty="No organizations like this."
      />
      {shown ? <Invoices organization={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

const columnsOf = (onShow: (organization: Organization) => void): Column<Organization>[] => [
  { title: 'Name', sort: 'name', cell: ({ name }) => name },
  {
    title: 'Owner',
    cell: ({ userId, email }) => (userId === null ? '–' : <Link href={`/people/${userId}`}>{email}</Link>),
  },
  { title: 'Seats', sort: 'seats', isNumber: true, cell: ({ seats }) => seats.toLocaleString('en-GB') },
  { title: 'Taken', sort: 'taken', isNumber: true, cell: ({ taken }) => taken.toLocaleString('en-GB') },
  {
    title: 'Contract',
    sort: 'state',
    cell: ({ state }) => (
      <span className={`${layout.tag} ${state === 'past_due' ? layout.bad : ''}`}>{state.replaceAll('_', ' ')}</span>
    ),
  },
  { title: 'Costs', sort: 'amount', isNumber: true, cell: costOf },
  { title: 'Period ends', sort: 'periodEnd', cell: ({ periodEnd }) => formatMoment(periodEnd) },
  { title: 'Access until', sort: 'accessUntil', cell: ({ accessUntil }) => formatMoment(accessUntil) },
  { title: 'Since', sort: 'createdAt', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    title: 'Invoices',
    cell: (organization) => (
      <button
        type="button"
        className={layout.button}
        aria-label={`Invoices of ${organization.name}`}
        onClick={() => onShow(organization)}
      >
        Show
      </button>
    ),
  },
]

function costOf({ amount, currency, interval }: Organization): string {
  return amount === null || currency === null ? '–' : `${formatMoney(amount, currency)} per ${interval}`
}

function Invoices({ organization: { id, name }, onClose }: { organization: Organization; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const result = useQuery({
    queryKey: ['listOrganizationInvoices', id],
    queryFn: () => call('listOrganizationInvoices', { params: { organizationId: id } }),
  })
  return (
    <dialog ref={dialog} className={dialogStyles.dialog} aria-labelledby="invoices-title" onClose={onClose}>
      <div className={layout.stack}>
        <h2 id="invoices-title">
          Invoices of <bdi>{name}</bdi>
        </h2>
        {result.error ? (
          <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} />
        ) : result.data === undefined ? (
          <Loading />
        ) : result.data.length === 0 ? (
          <Empty>No invoices at the payment provider.</Empty>
        ) : (
          <Rows head={['Number', 'Of', 'Due', 'Amount', 'State']} rows={result.data.map(rowOf)} />
        )}
        <div className={layout.cluster}>
          <button type="button" className={layout.button} onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  )
}

const rowOf = ({ id, number, state, isOverdue, amount, currency, createdAt, dueAt, url }: Invoice) => {
  const title = number ?? 'Draft'
  const words = isOverdue ? 'overdue' : state
  return [
    id,
    [
      url === null ? (
        title
      ) : (
        <a key="number" href={url} target="_blank" rel="noreferrer">
          {title}
        </a>
      ),
      formatMoment(createdAt),
      formatMoment(dueAt),
      formatMoney(amount, currency),
      <span key="state" className={`${layout.tag} ${isOverdue ? layout.bad : ''}`}>
        {words}
      </span>,
    ],
  ] as const
}
