import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { type Filter, Filters } from '../../components/filters.tsx'
import { FileButton } from '../../components/file-button.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { useTable } from '../../components/use-table.ts'
import { call, type Data, queryOf, saveFile, sentenceOf } from '../../lib/call.ts'
import { formatMoment, formatMoney } from '../../lib/format.ts'

type Row = Data<'listAudit'>['rows'][number]

const columns: Column<Row>[] = [
  { title: 'No.', isNumber: true, cell: ({ id }) => id },
  { title: 'When', cell: ({ at }) => formatMoment(at) },
  { title: 'Who', cell: ({ staffName }) => staffName ?? '–' },
  { title: 'Action', cell: ({ action }) => action },
  {
    title: 'Result',
    cell: ({ outcome }) => <span className={`${layout.tag} ${toneOf(outcome)}`}>{outcome.replaceAll('_', ' ')}</span>,
  },
  { title: 'Object', cell: (row) => <AuditObject row={row} /> },
  { title: 'Before, after, amount, end', cell: (row) => <Change row={row} /> },
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
]

/** A person's keyed hash, or what else it was about. */
const AuditObject = ({ row: { objectKind, object, person } }: { row: Row }) => (
  <>
    {objectKind === null ? null : `${objectKind.replaceAll('_', ' ')} `}
    {object === null ? null : <bdi title={object}>{shorten(object, objectKind)}</bdi>}
    {person === null ? null : (
      <>
        {objectKind === 'person' ? null : ' of '}
        <code>{person}</code>
      </>
    )}
    {objectKind === null && person === null ? '–' : null}
  </>
)

/** The files have the whole ID; of a member of staff, the name is enough here. */
const shorten = (object: string, kind: Row['objectKind']): string => {
  if (kind === 'staff') return object.slice(0, Math.max(0, object.lastIndexOf(' '))) || object
  return object.length > 20 ? `${object.slice(0, 16)}…` : object
}

const Change = ({ row }: { row: Row }) => {
  const { was, becomes, endsAt, amount } = row
  const lines = [
    was === null ? becomes : `${was} → ${becomes ?? ''}`,
    amount === null ? null : sumOf(row),
    endsAt === null ? null : `until ${formatMoment(endsAt)}`,
  ].filter((line) => line !== null)
  return <>{lines.length === 0 ? '–' : lines.map((line) => <div key={line}>{line}</div>)}</>
}

/** Of a wish that was refused, the currency may be unknown. */
const sumOf = ({ amount, currency }: Row): string => {
  if (amount === null) return '–'
  return currency === null ? `${amount} minor units` : formatMoney(amount, currency)
}

const toneOf = (outcome: string): string => {
  if (outcome === 'succeeded') return layout.good ?? ''
  return outcome === 'begun' || outcome === 'waiting' ? '' : (layout.bad ?? '')
}

/** Each act of staff with its object, its result and its reason. */
export function AuditPage() {
  const table = useTable({ sort: 'at', filters: filters.map(({ name }) => name) })
  const result = useQuery({
    queryKey: ['listAudit', table.query],
    queryFn: () => call('listAudit', { query: queryOf<'listAudit'>(table.query) }),
    placeholderData: keepPreviousData,
  })
  const verify = useMutation({ mutationFn: () => call('verifyAudit') })
  return (
    <Page
      title="Audit log"
      actions={
        <>
          <button type="button" className={layout.button} onClick={() => verify.mutate()}>
            Check the chain
          </button>
          {(['csv', 'ndjson'] as const).map((format) => (
            <FileButton
              key={format}
              title={format.toUpperCase()}
              save={() => saveFile('exportAudit', { query: queryOf<'exportAudit'>({ ...table.filters, format }) })}
            />
          ))}
        </>
      }
    >
      <p className={layout.soft}>
        Each row of the log contains the hash of the one before. A person is shown as a keyed hash. “Begun” without a
        result: the server stopped in between, or the row is older than results are. Rows are kept for three years.
      </p>
      <p role="status">
        {verify.error ? sentenceOf(verify.error) : null}
        {verify.data ? describeCheck(verify.data) : null}
      </p>
      <DataTable
        caption="Audit log"
        table={table}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No rows match."
        filters={<Filters table={table} filters={filters} />}
      />
    </Page>
  )
}

const describeCheck = ({ rows, firstBrokenId }: Data<'verifyAudit'>): string =>
  firstBrokenId === null
    ? `All ${rows} rows are as they were written.`
    : `Row ${firstBrokenId} was changed, or the one before is missing.`

const filters: readonly Filter[] = [
  { name: 'action', title: 'Action', kind: 'search' },
  { name: 'userId', title: 'Learner’s ID', kind: 'search' },
]
