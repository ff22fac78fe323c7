import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { type Filter, Filters } from '../../components/filters.tsx'
import { FileButton } from '../../components/file-button.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { useTable } from '../../components/use-table.ts'
import { call, type Data, queryOf, saveFile, sentenceOf } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'

type Row = Data<'listAudit'>['rows'][number]

const columns: Column<Row>[] = [
  { title: 'No.', isNumber: true, cell: ({ id }) => id },
  { title: 'When', cell: ({ at }) => formatMoment(at) },
  { title: 'Who', cell: ({ staffName }) => staffName ?? '–' },
  { title: 'Action', cell: ({ action }) => action },
  {
    title: 'Outcome',
    cell: ({ outcome }) => <span className={`${layout.tag} ${outcome === 'begun' ? '' : layout.bad}`}>{outcome}</span>,
  },
  { title: 'Person', cell: ({ person }) => (person === null ? '–' : <code>{person}</code>) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
]

/** Who did what to whom, and why. */
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
        Each row contains the hash of the one before. A person is shown as a keyed hash. Rows are kept for three years.
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
