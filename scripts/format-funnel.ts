import type { Funnel } from '../apps/server/src/features/reports/funnel.ts'

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`)

/** One table per quiz: people, their share of all who started, and of the row above. */
export function formatFunnel({ quiz, rows }: Funnel): string {
  const begun = rows[0]?.people ?? 0
  const cells = rows.map(({ name, people }, index) => [
    name,
    String(people),
    share(people, begun),
    index === 0 ? '' : share(people, rows[index - 1]?.people ?? 0),
  ])
  const table = [[`Quiz ${quiz}`, 'people', 'of all', 'of the row above'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}
