import { pageSize } from '@kitewise/contract/desk'
import { type Cell, csvLine } from '../../platform/csv.ts'

/** A table as CSV, from the steps of its rows. The columns' names are the first line. An empty table is an empty file. */
export async function* writeCsv(steps: AsyncIterable<object[]> | Iterable<object[]>): AsyncGenerator<string> {
  let hasTitles = false
  for await (const rows of steps) {
    const [first] = rows
    if (first && !hasTitles) yield csvLine(Object.keys(first))
    hasTitles ||= first !== undefined
    if (first) yield rows.map((row) => csvLine(Object.values(row) as Cell[])).join('')
  }
}

/** A page of a short table that is sorted in memory; null comes last in both directions. Equal rows keep their order. */
export function pageOf<Row extends Record<Sort, Cell>, Sort extends string>(
  rows: readonly Row[],
  { sort, direction, page }: { sort: Sort; direction: 'asc' | 'desc'; page: number },
): { data: { rows: Row[]; total: number } } {
  const sign = direction === 'asc' ? 1 : -1
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [a[sort], b[sort]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one < other ? -1 : one > other ? 1 : 0)
  })
  const begin = (page - 1) * pageSize
  return { data: { rows: sorted.slice(begin, begin + pageSize), total: rows.length } }
}
