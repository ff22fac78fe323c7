import { loadContent } from '@kitewise/content/load-content'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { reachDatabase } from '../database/reach-database.ts'
import { countFunnel, type Funnel } from '../features/reports/funnel.ts'
import { CommandError, readSettings, say } from './settings.ts'

/** `kitewise funnel`: people at each step from the quiz to the first finished lesson and day 30, from our own tables. */
export async function funnel({ days }: { days?: string }): Promise<void> {
  if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days))
    throw new CommandError('--days must be a whole number of days.')
  const funnels = await readFunnel(readSettings(), days === undefined ? null : Number(days))
  say(funnels.length > 0 ? funnels.map(formatFunnel).join('\n\n') : 'No one has started a quiz yet.')
}

/** Only reads, also next to a running server or on a replica. @param days counts who started since; null for all */
export async function readFunnel({ database, contentFolder }: Config, days: number | null): Promise<Funnel[]> {
  const reached = await reachDatabase(database)
  const db = connect(reached.address, { poolSize: 1, limits: 'none', name: 'kitewise-command' })
  try {
    return await countFunnel(db, loadContent(contentFolder).quizzes, days)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42P01')) throw error
    throw new CommandError('This database has no tables of the quiz yet. Start this release on it once.', {
      cause: error,
    })
  } finally {
    await db.end()
    await reached.close()
  }
}

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
