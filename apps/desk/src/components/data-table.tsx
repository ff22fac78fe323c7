import { pageSize } from '@kitewise/contract/desk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { sentenceOf } from '../lib/call.ts'
import styles from './data-table.module.css'
import layout from './layout.module.css'
import { Empty, Failure, Loading } from './page.tsx'
import type { Table } from './use-table.ts'

export type Column<Row> = {
  title: string
  /** The server's name of the column to sort by; absent if it can't be sorted. */
  sort?: string
  isNumber?: boolean
  cell: (row: Row) => ReactNode
}

type Parts<Row> = {
  /** What the table contains, for screen readers. */
  caption: string
  table: Table
  result: UseQueryResult<{ rows: Row[]; total: number }>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** Filters above the table. */
  filters?: ReactNode
  /** What to say without rows. */
  empty: string
}

/** A table that the server sorts, filters and paginates. Up and down move between the links and buttons of its rows. */
export function DataTable<Row>({ caption, table, result, columns, keyOf, filters, empty }: Parts<Row>) {
  const { data, error } = result
  return (
    <div className={layout.stack}>
      {filters === undefined ? null : <div className={layout.cluster}>{filters}</div>}
      {error ? <Failure message={sentenceOf(error)} onRetry={() => void result.refetch()} /> : null}
      {data === undefined && !error ? <Loading /> : null}
      {data?.rows.length === 0 ? <Empty>{empty}</Empty> : null}
      {data && data.rows.length > 0 ? (
        <>
          <div className={styles.scroll}>
            <table className={styles.table} aria-busy={result.isFetching}>
              <caption className="visually-hidden">{caption}</caption>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <HeadCell key={column.title} column={column} table={table} />
                  ))}
                </tr>
              </thead>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its links and buttons bubble up to it */}
              <tbody onKeyDown={moveBetweenRows}>
                {data.rows.map((row) => (
                  <tr key={keyOf(row)}>
                    {columns.map(({ title, isNumber, cell }) => (
                      <td key={title} className={isNumber ? styles.number : undefined} dir="auto">
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pages table={table} total={data.total} />
        </>
      ) : null}
    </div>
  )
}

function HeadCell<Row>({ column: { title, sort, isNumber }, table }: { column: Column<Row>; table: Table }) {
  const className = isNumber ? styles.number : undefined
  if (sort === undefined)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  const isSorted = table.query.sort === sort
  const order = table.query.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" className={className} aria-sort={isSorted ? order : 'none'}>
      <button type="button" className={styles.sort} onClick={() => table.sortBy(sort)}>
        {title}
        <span aria-hidden="true">{isSorted ? (order === 'ascending' ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  )
}

/** The server stops counting here. */
const mostCounted = 10_000

function Pages({ table, total }: { table: Table; total: number }) {
  const first = (table.page - 1) * pageSize + 1
  const last = Math.min(total, table.page * pageSize)
  const count = total >= mostCounted ? `${mostCounted.toLocaleString('en-GB')} or more` : total.toLocaleString('en-GB')
  return (
    <nav className={layout.cluster} aria-label="Pages">
      <span className={layout.soft}>
        {first}–{last} of {count}
      </span>
      {total > pageSize ? (
        <>
          <button
            type="button"
            className={layout.button}
            disabled={table.page === 1}
            onClick={() => table.setPage(table.page - 1)}
          >
            Previous
          </button>
          <button
            type="button"
            className={layout.button}
            disabled={last >= total}
            onClick={() => table.setPage(table.page + 1)}
          >
            Next
          </button>
        </>
      ) : null}
    </nav>
  )
}

const moveBetweenRows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const { target } = event
  if (step === 0 || !(target instanceof HTMLElement) || target.matches('select, input, textarea')) return
  const row = target.closest('tr')
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
  const focusable = next?.querySelector<HTMLElement>('a, button, select, input')
  if (!focusable) return
  event.preventDefault()
  focusable.focus()
}
