import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type DatabaseAddress, type SocketAddress } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { choosePlace } from './embedded/choose-place.ts'
import { DatabaseStartError } from './errors.ts'
import type { DatabaseChoice } from './open-database.ts'

export type ReachedDatabase = {
  address: DatabaseAddress
  /** PostgreSQL's version, like 150018. */
  version: number
  /** Stops the embedded server if it was started here. */
  close: () => Promise<void>
}

/**
 * Reaches the database of an installation without changing it. An embedded server that already runs for the app is used;
 * otherwise it's started.
 * @throws DatabaseStartError with one line that says what to do
 */
export async function reachDatabase(choice: DatabaseChoice): Promise<ReachedDatabase> {
  if (choice.kind === 'url') {
    const address = { url: choice.directUrl ?? choice.url }
    return { address, version: await readVersion(address), close: async () => {} }
  }
  const running = await findRunning(choice)
  if (running) return running
  const { address, stop } = await startEmbeddedPostgres({
    folder: choice.folder,
    runAs: choice.runAs,
    report: () => {},
  })
  try {
    return { address, version: await readVersion(address), close: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether the embedded database has been created. */
export function hasEmbeddedData({ folder, runAs }: Extract<DatabaseChoice, { kind: 'embedded' }>): boolean {
  return existsSync(join(choosePlace(folder, runAs).data, 'PG_VERSION'))
}

/** PostgreSQL's lock file names the folder of its socket in line 5. */
const findRunning = async (choice: Extract<DatabaseChoice, { kind: 'embedded' }>): Promise<ReachedDatabase | null> => {
  const lock = join(choosePlace(choice.folder, choice.runAs).data, 'postmaster.pid')
  const host = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n')[4]?.trim() : undefined
  if (!host) return null
  const address: SocketAddress = { host, port: 5432, username: 'kitewise', database: 'postgres' }
  try {
    return { address, version: await readVersion(address), close: async () => {} }
  } catch {
    return null
  }
}

const readVersion = async (address: DatabaseAddress): Promise<number> => {
  const db = connect(address, { poolSize: 1, limits: 'none', name: 'kitewise-command' })
  try {
    const [row] = await db<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    return row?.version ?? 0
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new DatabaseStartError(`The database does not answer: ${reason}. Check DATABASE_URL.`, { cause: error })
  } finally {
    await db.end()
  }
}
