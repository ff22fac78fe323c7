/** `result` is a number with its unit, already compared with the row's limit. */
export type Finding = { times: number; result: string; isOk: boolean } | { skipped: string }

/** A row before it's tried. */
export type Attempt = { name: string; tried: string; limit: string }

export type Row = Attempt & {
  scenario: string
  times: number
  result: string
  outcome: 'ok' | 'FAILED' | 'skipped'
  seconds: number
}

/** Tries one thing, measures its duration and adds a row. An error makes the row FAILED. */
export type Try = (attempt: Attempt, work: () => Promise<Finding>) => Promise<void>

const describeError = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return `${message}${reason}`.replaceAll(/\s+/g, ' ').slice(0, 300)
}

const evaluate = async (work: () => Promise<Finding>): Promise<Pick<Row, 'times' | 'result' | 'outcome'>> => {
  try {
    const finding = await work()
    if ('skipped' in finding) return { times: 0, result: finding.skipped, outcome: 'skipped' }
    const { times, result, isOk } = finding
    return { times, result, outcome: isOk ? 'ok' : 'FAILED' }
  } catch (error) {
    return { times: 0, result: describeError(error), outcome: 'FAILED' }
  }
}

/**
 * Collects rows and calls `onRow` for each complete one.
 * @returns the rows in order of completion, and a `Try` for a scenario's name
 */
export function createTable(onRow: (row: Row) => void) {
  const rows: Row[] = []
  const tryFor =
    (scenario: string): Try =>
    async (attempt, work) => {
      const begin = performance.now()
      const evaluated = await evaluate(work)
      const row = { scenario, ...attempt, ...evaluated, seconds: (performance.now() - begin) / 1000 }
      rows.push(row)
      onRow(row)
    }
  return { rows, tryFor }
}

const headings = ['scenario', 'name', 'tried', 'times', 'result', 'limit', '', 'seconds']

const cellsOf = ({ scenario, name, tried, times, result, limit, outcome, seconds }: Row): string[] => [
  scenario,
  name,
  tried,
  String(times),
  result,
  limit,
  outcome,
  seconds.toFixed(1),
]

/** Aligned plain text with a heading, one line per row. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
