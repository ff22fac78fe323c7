import { connect, type DatabaseAddress, type Db } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { DatabaseStartError } from './errors.ts'
import { migrate, type MigrationResult } from './migrate.ts'

/**
 * `directUrl` goes past a pooler in transaction mode, which `url` is then; null without one.
 * `runAs`: the system user that runs the embedded server when we are root.
 */
export type DatabaseChoice =
  | { kind: 'embedded'; folder: string; runAs: string | null }
  | { kind: 'url'; url: string; directUrl: string | null }

export type OpenDatabase = { db: Db; address: DatabaseAddress; close: () => Promise<void> }

/** `pooled`: where requests go; `address` is for whatever needs a session of its own. */
type Server = { address: DatabaseAddress; pooled: DatabaseAddress | null; stop: () => Promise<void> }

const oldestVersion = 150_000
const closeSeconds = 5

const checkServer = async (db: Db): Promise<void> => {
  const [server] = await db<{ version: number; name: string }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name
  `.catch((error: Error) => {
    throw new DatabaseStartError(`The database does not answer: ${error.message || error.name}. Check DATABASE_URL.`, {
      cause: error,
    })
  })
  if (server && server.version < oldestVersion)
    throw new DatabaseStartError(`The database is PostgreSQL ${server.name}; Kitewise needs 15 or newer.`)
}

const openServer = async (choice: DatabaseChoice, report: (line: string) => void): Promise<Server> => {
  if (choice.kind === 'embedded') {
    const { address, stop } = await startEmbeddedPostgres({ folder: choice.folder, runAs: choice.runAs, report })
    return { address, pooled: null, stop }
  }
  const { url, directUrl } = choice
  return { address: { url: directUrl ?? url }, pooled: directUrl === null ? null : { url }, stop: async () => {} }
}

/** A migration may take longer than a request. */
const migrateAlone = async (address: DatabaseAddress): Promise<MigrationResult> => {
  const patient = connect(address, { poolSize: 1, limits: 'none' })
  try {
    return await migrate(patient)
  } finally {
    await patient.end()
  }
}

/** Brings the schema up to date. `report` takes one line for the log. Throws DatabaseStartError, which says what to do. */
export async function openDatabase(choice: DatabaseChoice, report: (line: string) => void): Promise<OpenDatabase> {
  const server = await openServer(choice, report)
  const db = server.pooled ? connect(server.pooled, { limits: 'pooler' }) : connect(server.address)
  const close = async () => {
    await db.end({ timeout: closeSeconds })
    await server.stop()
  }
  try {
    await checkServer(db)
    const { applied, newer } = await migrateAlone(server.address)
    if (applied.length > 0) report(`Schema updated: ${applied.join(', ')}.`)
    if (newer.length > 0)
      report(
        `The database is newer than this release (${newer.join(', ')}). That is fine for one release; update this one soon.`,
      )
    return { db, address: server.address, close }
  } catch (error) {
    await close()
    throw error
  }
}
