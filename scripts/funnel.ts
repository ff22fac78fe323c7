import { parseArgs } from 'node:util'
import { loadContent } from '@kitewise/content/load-content'
import { countFunnel } from '../apps/server/src/features/reports/funnel.ts'
import { formatFunnel } from './format-funnel.ts'
import { giveUp, printReport } from './open-report.ts'

/**
 * `npm run funnel`: how many people reached each step from the quiz to the first finished lesson, from our own tables.
 * Reads DATABASE_URL, or the embedded database's folder while no server uses it. `-- --days 7` counts those who started
 * in the last seven days.
 */

const readDays = (): number | null => {
  const { days } = parseArgs({ options: { days: { type: 'string' } } }).values
  if (days === undefined) return null
  if (!/^[1-9]\d{0,4}$/.test(days)) return giveUp('--days must be a whole number of days.')
  return Number(days)
}

const days = readDays()
await printReport(async (db, { contentFolder }) => {
  const funnels = await countFunnel(db, loadContent(contentFolder).quizzes, days)
  return funnels.length > 0 ? funnels.map(formatFunnel).join('\n\n') : 'No one has started a quiz yet.'
}, 'This database has no tables of the quiz yet. Start this release on it once.')
