import { borrowConnection } from '../../backups/connection.ts'
import { listMigrations } from '../../backups/tables.sql.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../database/connect.ts'
import { readMigrations } from '../../database/migrate.ts'
import { hasEmbeddedData, reachDatabase } from '../../database/reach-database.ts'
import { findStrandedStaff } from '../../desk/access/staff.sql.ts'
import { findStrandedLearners } from '../../features/accounts/passkeys.sql.ts'
import { readDatabaseSkew, tolerableSkewMs } from '../../platform/clock-skew.ts'
import { otherPepper, readPepperStanding } from '../../platform/pin-pepper.sql.ts'
import { type Finding, problem, reasonOf, type Section, warning } from './report.ts'

const oldestVersion = 150_000

/** Reads only. Starts the embedded database if no server runs. */
export async function checkDatabase(config: Config, now: () => Date): Promise<Section> {
  const section: Section = { name: 'Database', facts: [], findings: [] }
  if (config.database.kind === 'embedded' && !hasEmbeddedData(config.database)) {
    section.facts.push('embedded, created at the first start')
    return section
  }
  try {
    const { address, version, close } = await reachDatabase(config.database)
    try {
      section.facts.push(
        `PostgreSQL ${Math.floor(version / 10_000)}`,
        config.database.kind === 'embedded' ? 'embedded' : 'external',
      )
      if (version < oldestVersion)
        section.findings.push(
          problem('database-version', 'The database is older than PostgreSQL 15.', 'Upgrade PostgreSQL.'),
        )
      await borrowConnection(address, async (_client, db) => {
        await db.unsafe(`set statement_timeout = '10s'; set lock_timeout = '2s'`)
        for (const check of [checkRights, checkMigrations, checkConnections, checkQueues, checkPasskeys, checkPepper])
          section.findings.push(...(await check(db, config)))
        section.findings.push(...(await checkClock(db, now)))
      })
    } finally {
      await close()
    }
  } catch (error) {
    section.findings.push(problem('database', reasonOf(error), 'Start PostgreSQL, and check DATABASE_URL or DATA_DIR.'))
  }
  return section
}

/** The schema needs no extensions, but migrations and the job queue create tables and a schema of their own. */
const checkRights = async (db: Queryable): Promise<Finding[]> => {
  const [rights] = await db<{ table: boolean; schema: boolean }[]>`
    select has_schema_privilege('public', 'create') as "table", has_database_privilege(current_database(), 'create') as schema`
  if (rights?.table && rights.schema) return []
  const remedy = 'Make the user the owner of the database, or grant it create on the database and on the schema public.'
  return [problem('database-rights', 'The database user may not create tables and schemas.', remedy)]
}

const checkMigrations = async (db: Queryable): Promise<Finding[]> => {
  const [found] = await db<{ exists: boolean }[]>`select to_regclass('public.schema_migrations') is not null as exists`
  if (!found?.exists)
    return [
      warning('migrations', 'The database is empty.', 'Start the server: it creates the schema. Or restore a backup.'),
    ]
  const own = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  const applied = await listMigrations(db)
  const last = [...own.keys()].at(-1) ?? ''
  const foreign = applied.filter(({ name, sha256 }) => own.get(name) !== sha256)
  const findings: Finding[] = []
  const changed = foreign.filter(({ name }) => name <= last).map(({ name }) => name)
  if (changed.length > 0)
    findings.push(
      problem(
        'migrations',
        `Not as in this release: ${changed.join(', ')}.`,
        'Install the release that the database was migrated with, or a newer one.',
      ),
    )
  const newer = foreign.filter(({ name }) => name > last).map(({ name }) => name)
  if (newer.length > 0)
    findings.push(
      warning(
        'migrations',
        `The database is newer than this release: ${newer.join(', ')}.`,
        'Update this installation soon.',
      ),
    )
  const pending = [...own.keys()].filter((name) => !applied.some((migration) => migration.name === name))
  if (pending.length > 0)
    findings.push(
      warning(
        'migrations',
        `${pending.length} migrations are not applied yet, from ${pending[0]} on.`,
        'Run kitewise upgrade, or start the server.',
      ),
    )
  return findings
}

/** One instance: 10 for requests, 5 for jobs, 1 to listen, and a few for commands and migrations. */
const connectionsPerInstance = 20

/** The embedded server is ours alone, and its limit fits. */
const checkConnections = async (db: Queryable, { database }: Config): Promise<Finding[]> => {
  if (database.kind === 'embedded') return []
  const [row] = await db<{ most: number; used: number; instances: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      (select count(*) from pg_stat_activity where application_name = 'kitewise-listener' and datname = current_database())
        as instances`
  if (!row) return []
  const wanted = connectionsPerInstance * Math.max(1, row.instances)
  const remedy = 'Raise max_connections of PostgreSQL, or put PgBouncer in front (docs/operations.md).'
  if (row.most < wanted)
    return [
      problem(
        'connections',
        `PostgreSQL allows ${row.most} connections; ${Math.max(1, row.instances)} instances need ${wanted}.`,
        remedy,
      ),
    ]
  if (row.used > row.most * 0.8)
    return [warning('connections', `${row.used} of ${row.most} connections are in use.`, remedy)]
  return []
}

const longestWaitHours = 1

const checkQueues = async (db: Queryable): Promise<Finding[]> => {
  const [found] = await db<{ mails: boolean; jobs: boolean }[]>`
    select to_regclass('public.outgoing_mails') is not null as mails, to_regclass('graphile_worker.jobs') is not null as jobs`
  const findings: Finding[] = []
  if (found?.mails) {
    const [row] = await db<{ waiting: number }[]>`
      select count(*) as waiting from outgoing_mails
      where sent_at is null and refused_at is null and created_at < now() - make_interval(hours => ${longestWaitHours})
        and created_at > now() - interval '7 days'`
    if (row && row.waiting > 0)
      findings.push(
        warning(
          'mail-waiting',
          `${row.waiting} emails have waited for more than an hour.`,
          'Check that a server runs, and the mail server below.',
        ),
      )
  }
  if (found?.jobs) {
    const [row] = await db<{ failed: number; names: string | null }[]>`
      select count(*) as failed, string_agg(distinct task_identifier, ', ') as names
      from graphile_worker.jobs where attempts >= max_attempts`
    if (row && row.failed > 0)
      findings.push(
        warning(
          'jobs',
          `${row.failed} jobs failed for good: ${row.names ?? ''}.`,
          'Find "job failed" in the log, remove the cause, and start them again.',
        ),
      )
  }
  return findings
}

const checkPasskeys = async (db: Queryable, { publicUrl }: Config): Promise<Finding[]> => {
  const columns = await db<{ table: string }[]>`
    select table_name as "table" from information_schema.columns
    where table_schema = 'public' and table_name in ('desk_passkeys', 'passkeys') and column_name = 'rp_id'`
  const { hostname } = new URL(publicUrl)
  const has = (name: string): boolean => columns.some(({ table }) => table === name)
  const staff = has('desk_passkeys') ? await findStrandedStaff(db, hostname) : { members: 0, hosts: null }
  const others = has('passkeys') ? await findStrandedLearners(db, hostname) : { learners: 0, hosts: null }
  const findings: Finding[] = []
  const find = (who: string, hosts: string | null, advice: string): void => {
    const text = `The passkeys of ${who} belong to ${hosts} and don't work at ${hostname}.`
    findings.push(warning('public-url', text, `Correct PUBLIC_URL, or ${advice}.`))
  }
  if (staff.members > 0)
    find(`${staff.members} members of staff`, staff.hosts, 'let an owner in with kitewise owner recover')
  if (others.learners > 0)
    find(`${others.learners} learners`, others.hosts, 'tell them to sign in with their PIN and add new passkeys')
  return findings
}

const checkPepper = async (db: Queryable, { pinHashing }: Config): Promise<Finding[]> => {
  if ((await readPepperStanding(db, pinHashing.pepper)) !== 'other') return []
  return [problem('pin-pepper', otherPepper, 'Set PIN_PEPPER to the one that this database was used with.')]
}

const checkClock = async (db: Queryable, now: () => Date): Promise<Finding[]> =>
  judgeClock('the database server', await readDatabaseSkew(db, now))

/** Codes and signatures of providers are refused from five minutes on. */
const badMs = 60_000

/** `ahead`: milliseconds by which the other clock is ahead of ours. */
export function judgeClock(other: string, ahead: number): Finding[] {
  const seconds = Math.round(Math.abs(ahead) / 1000)
  if (Math.abs(ahead) <= tolerableSkewMs) return []
  const text = `The clock of ${other} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`
  return [(Math.abs(ahead) >= badMs ? problem : warning)('clock', text, 'Run a time service (NTP) on both machines.')]
}
