/**
 * `npm run practice:marked`: the words that learners marked because the checklist did not find them, for authors of lexicons and
 * phrases: practice, point, text set, learners and phrase, by five learners or more; and the share of learners who needed marking
 * to pass a task. Anonymous. Reads DATABASE_URL, or the embedded database's folder while no server uses it.
 */
import { reportMarked } from '../apps/server/src/features/practice/report-marked.ts'
import { printReport } from './open-report.ts'

await printReport(reportMarked, 'This database does not count marked words yet. Start this release on it once.')
