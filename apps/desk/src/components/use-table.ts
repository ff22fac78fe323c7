import { useSearchParams } from 'wouter'

type Direction = 'asc' | 'desc'

export type Table = {
  /** For the call: sort, direction, page and the filters that are set. */
  query: { sort: string; direction: Direction; page: string } & Record<string, string>
  /** Those that are set, for a file with the same rows. */
  filters: Record<string, string>
  page: number
  /** The value of a filter, or an empty text. */
  filter: (name: string) => string
  setFilter: (name: string, value: string) => void
  sortBy: (column: string) => void
  setPage: (page: number) => void
}

/**
 * A table's state, kept in the address, so that it survives a reload and can be shared. Two tables on a page need
 * different prefixes.
 */
export function useTable({
  sort,
  direction = 'desc',
  filters = [],
  prefix = '',
}: {
  sort: string
  direction?: Direction
  filters?: readonly string[]
  prefix?: string
}): Table {
  const [params, setParams] = useSearchParams()
  const read = (name: string): string => params.get(prefix + name) ?? ''
  const change = (changes: Record<string, string>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(prefix + name)
          else next.set(prefix + name, value)
        return next
      },
      { replace: true },
    )
  const sorted = read('sort') || sort
  const sortedTo: Direction = read('direction') === 'asc' ? 'asc' : read('direction') === 'desc' ? 'desc' : direction
  const page = Math.max(1, Math.trunc(Number(read('page'))) || 1)
  const set = filters.flatMap((name) => (read(name) === '' ? [] : [[name, read(name)] as const]))
  return {
    filters: Object.fromEntries(set),
    query: { ...Object.fromEntries(set), sort: sorted, direction: sortedTo, page: String(page) },
    page,
    filter: read,
    setFilter: (name, value) => change({ [name]: value, page: '' }),
    sortBy: (column) =>
      change({ sort: column, direction: column === sorted && sortedTo === 'desc' ? 'asc' : 'desc', page: '' }),
    setPage: (next) => change({ page: next === 1 ? '' : String(next) }),
  }
}
