import { listMigrations } from '../backups/tables.sql.ts'
import type { Config } from '../config.ts'
import { connect, type DatabaseAddress, type Db, makeQueryable, type Queryable, runQuery } from '../database/connect.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { reachDatabase } from '../database/reach-database.ts'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import { release } from '../release.ts'
import { backUpTo } from './backup.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { formatReport } from './doctor/report.ts'
import { CommandError, readSettings, say } from './settings.ts'

type Options = { to?: string; withoutBackup?: boolean }

/** `kitewise upgrade`. */
export async function upgrade(options: Options): Promise<void> {
  const { backup, applied } = await upgradeDatabase(readSettings(), options)
  if (backup !== null) say(`Backup: ${backup}`)
  if (applied.length === 0) say(`The database has the schema of release ${release} already.`)
  else say(`The database now has the schema of release ${release}:`, ...applied.map((name) => `  ${name}`))
  say('Restart the servers with this release; the previous one works on this schema meanwhile.')
}

/**
 * Backs the database up if there's something to migrate, migrates it and checks it, alone.
 * @throws CommandError when the database is newer than this release, another upgrade runs, or the check finds errors
 */
export async function upgradeDatabase(
  config: Config,
  { to, withoutBackup = false }: Options,
): Promise<{ backup: string | null; applied: string[] }> {
  const reached = await reachDatabase(config.database)
  const db = connect(reached.address, { poolSize: 1, limits: 'none', name: 'kitewise-command' })
  try {
    return await alone(db, async (tx) => {
      const { isNew, isPending } = await compareSchema(tx)
      const backup = isPending && !isNew && !withoutBackup ? (await backUpTo(config, to)).file : null
      const applied = await applyMigrations(reached.address)
      const checked = await checkDatabase(config, () => new Date())
      if (checked.findings.some(({ level }) => level === 'error'))
        throw new CommandError(`The database was migrated, but the check found:\n${formatReport([checked])}`)
      return { backup, applied }
    })
  } finally {
    await db.end()
    await reached.close()
  }
}

/** Any fixed number, the same in every release: "upgr" as four bytes. */
const lockKey = 0x75706772

/** The lock ends with its connection, also when this process is killed. */
const alone = <T>(db: Db, work: (own: Queryable) => Promise<T>): Promise<T> =>
  db.withConnection(async (client) => {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (!rows[0]?.taken) throw new CommandError('Another upgrade of this database is running.')
    try {
      return await work(makeQueryable((statement) => runQuery(client, statement)))
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
  })

const applyMigrations = async (address: DatabaseAddress): Promise<string[]> => {
  const patient = connect(address, { poolSize: 1, limits: 'none' })
  try {
    const { applied } = await migrate(patient)
    await migrateJobs(address)
    return applied
  } finally {
    await patient.end()
  }
}

const compareSchema = async (db: Queryable): Promise<{ isNew: boolean; isPending: boolean }> => {
  const [found] = await db<{ exists: boolean }[]>`select to_regclass('public.schema_migrations') is not null as exists`
  if (!found?.exists) return { isNew: true, isPending: true }
  const applied = new Set((await listMigrations(db)).map(({ name }) => name))
  const own = readMigrations().map(({ name }) => name)
  const last = own.at(-1) ?? ''
  const newer = [...applied].filter((name) => name > last)
  if (newer.length > 0)
    throw new CommandError(
      `Release ${release} is older than the database, which has ${newer.join(', ')}. There is no way back over a ` +
        'migration: install the newer release, or restore the backup from before its upgrade.',
    )
  return { isNew: applied.size === 0, isPending: own.some((name) => !applied.has(name)) }
}
