/**
 * `npm run practice:marked`: phrases that learners marked because the checklist missed them, for authors of lexicons
 * (practice, point, language, learners, phrase; only from five learners on), and the share of learners who needed marks
 * to pass a task. Anonymous. Reads DATABASE_URL, or the embedded database's folder while no server uses it.
 */
import { reportMarked } from '../apps/server/src/features/learning/practice/report-marked.ts'
import { printReport } from './open-report.ts'

await printReport(reportMarked, 'This database does not count marked words yet. Start this release on it once.')
