import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from './data-table.tsx'
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
  read: (query: Record<string, string>) => Promise<{ rows: Row[]; total: number }>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** What to say without rows. */
  empty: string
}

/** A table without filters that fetches its rows. */
export function QueriedTable<Row>({ name, sort, direction = 'desc', read, ...parts }: Parts<Row>) {
  const table = useTable({ sort, direction })
  const result = useQuery({
    queryKey: [name, table.query],
    queryFn: () => read(table.query),
    placeholderData: keepPreviousData,
  })
  return <DataTable table={table} result={result} {...parts} />
}
