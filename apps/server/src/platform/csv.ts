export type Cell = string | number | boolean | null

/** A spreadsheet runs a cell that begins with one of these. Numbers stay numbers, also negative ones. */
const runsInSpreadsheet = /^[=+\-@\t\r\n]/

const cellOf = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const text = cell === null ? '' : String(cell)
  const safe = runsInSpreadsheet.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of RFC 4180, with its line end. A text that a spreadsheet could run begins with an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}
