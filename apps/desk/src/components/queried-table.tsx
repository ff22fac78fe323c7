import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from './data-table.tsx'
import { type Filter, Filters, TableHeading } from './filters.tsx'
import { useTable } from './use-table.ts'

type Parts<Row> = {
  /** Unique among the queries. */
  name: string
  /** What the table contains, for screen readers. */
  caption: string
  /** The column it is sorted by at first. */
  sort: string
  /** At first; descending by default. */
  direction?: 'asc' | 'desc'
  /** Of its state in the address; two tables of a page need different ones. */
  prefix?: string
  filters?: readonly Filter[]
  /** Its visible heading, and what saves its CSV for the filters that are set. */
  heading?: { title: string; csv: (filters: Record<string, string>) => Promise<void> }
  read: (query: Record<string, string>) => Promise<{ rows: Row[]; total: number }>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** What to say without rows. */
  empty: string
}

/** A table that fetches its rows. */
export function QueriedTable<Row>(parts: Parts<Row>) {
  const { name, caption, sort, direction = 'desc', prefix = '', filters = [], heading, read, ...rest } = parts
  const table = useTable({ sort, direction, prefix, filters: filters.map((filter) => filter.name) })
  const result = useQuery({
    queryKey: [name, table.query],
    queryFn: () => read(table.query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {heading === undefined ? null : <TableHeading title={heading.title} csv={() => heading.csv(table.filters)} />}
      <DataTable
        caption={caption}
        table={table}
        result={result}
        {...(filters.length === 0 ? {} : { filters: <Filters table={table} filters={filters} /> })}
        {...rest}
      />
    </>
  )
}
