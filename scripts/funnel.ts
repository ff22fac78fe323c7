/**
 * `npm run funnel`: how many people came how far, from the quiz to the first finished lesson, counted from our own tables.
 * Reads DATABASE_URL, or the embedded database's folder while no server uses it. `-- --days 7` counts those who began in the
 * last seven days.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ContentError } from '@kitewise/content/content-error'
import { loadContent } from '@kitewise/content/load-content'
import { makeConfig, type Config } from '../apps/server/src/config.ts'
import { connect, type Db } from '../apps/server/src/database/connect.ts'
import { openDatabase } from '../apps/server/src/database/open-database.ts'
import { DatabaseStartError } from '../apps/server/src/database/start-error.ts'
import { countFunnel } from '../apps/server/src/features/funnel/count-funnel.ts'
import { formatFunnel } from './funnel/format-funnel.ts'

const giveUp = (...lines: string[]): never => {
  console.error(lines.join('\n'))
  process.exit(1)
}

const readDays = (): number | null => {
  const { days } = parseArgs({ options: { days: { type: 'string' } } }).values
  if (days === undefined) return null
  if (!/^[1-9]\d{0,4}$/.test(days)) return giveUp('--days must be a whole number of days.')
  return Number(days)
}

/** A report does not change the schema of a database that others run. */
const open = async ({ database }: Config): Promise<{ db: Db; close: () => Promise<void> }> => {
  if (database.kind === 'embedded') return openDatabase(database, () => {})
  const db = connect({ url: database.url }, { poolSize: 1, limits: 'none' })
  return { db, close: () => db.end() }
}

const explain = (error: unknown): string => {
  if (error instanceof ContentError) return error.message
  if (error instanceof DatabaseStartError)
    return `${error.message}\nWhile Kitewise runs on its embedded database, stop it for the report; with DATABASE_URL both can run.`
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === '42P01') return 'This database has no tables of the quiz yet. Start this release on it once.'
  return `The database does not answer: ${error instanceof Error ? error.message : String(error)}. Check DATABASE_URL.`
}

const report = async (config: Config, days: number | null): Promise<string> => {
  const { quizzes } = loadContent(config.contentFolder)
  const { db, close } = await open(config)
  try {
    const funnels = await countFunnel(db, quizzes, days)
    return funnels.length > 0 ? funnels.map(formatFunnel).join('\n\n') : 'Nobody has begun a quiz yet.'
  } finally {
    await close()
  }
}

const days = readDays()
if (existsSync('.env')) process.loadEnvFile('.env')
const made = makeConfig(process.env, process.cwd())
if ('problems' in made) giveUp('These settings cannot be used:', ...made.problems.map((problem) => `  - ${problem}`))
else await report(made.config, days).then(console.log, (error: unknown) => giveUp(explain(error)))
