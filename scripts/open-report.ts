import { existsSync } from 'node:fs'
import { ContentError } from '@kitewise/content/source'
import { type Config, makeConfig } from '../apps/server/src/config.ts'
import { connect, type Db } from '../apps/server/src/database/connect.ts'
import { DatabaseStartError } from '../apps/server/src/database/errors.ts'
import { openDatabase } from '../apps/server/src/database/open-database.ts'

/** Prints these lines and exits. */
function giveUp(...lines: string[]): never {
  console.error(lines.join('\n'))
  process.exit(1)
}

/**
 * Prints a report from this installation's database: DATABASE_URL, or the embedded database's folder while no server
 * uses it. Exits with the reason if it can't be read.
 *
 * @param missing message for a database without the report's tables
 */
export async function printReport(
  makeReport: (db: Db, config: Config) => Promise<string>,
  missing: string,
): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const made = makeConfig(process.env, process.cwd())
  if ('problems' in made)
    return giveUp('These settings cannot be used:', ...made.problems.map((problem) => `  - ${problem}`))
  try {
    console.log(await report(made.config, makeReport))
  } catch (error) {
    giveUp(explain(error, missing))
  }
}

async function report(config: Config, makeReport: (db: Db, config: Config) => Promise<string>): Promise<string> {
  const { db, close } = await open(config)
  try {
    return await makeReport(db, config)
  } finally {
    await close()
  }
}

/** A report must not migrate a database that a server uses. */
async function open({ database }: Config): Promise<{ db: Db; close: () => Promise<void> }> {
  if (database.kind === 'embedded') return openDatabase(database, () => {})
  const db = connect({ url: database.url }, { poolSize: 1, limits: 'none' })
  return { db, close: () => db.end() }
}

function explain(error: unknown, missing: string): string {
  if (error instanceof ContentError) return error.message
  if (error instanceof DatabaseStartError)
    return `${error.message}\nWhile Kitewise runs on its embedded database, stop it for the report; with DATABASE_URL both can run.`
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === '42P01') return missing
  if (!(error instanceof Error)) return String(error)
  const isConnection = typeof code === 'string' && /^(E[A-Z]+|CONNECT\w+|(08|28|3D|57)\w{3})$/.test(code)
  if (isConnection) return `The database does not answer: ${error.message}. Check DATABASE_URL.`
  return error.stack ?? error.message
}
