import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect, type Db, type SocketAddress } from '../apps/server/src/database/connect.ts'
import { createServerProcess, remember, type ServerProcess } from './server-process.ts'

/** The product under attack: server processes on one database. */
export type World = {
  servers: ServerProcess[]
  urls: string[]
  address: SocketAddress
  /** To prepare an attack and to read its effects. */
  db: Db
  stop: () => Promise<void>
}

/** Two instances on their own PostgreSQL, which can be stopped. */
export type SharedWorld = World & {
  stopPostgres: () => Promise<void>
  /** Restarts PostgreSQL on the same data. */
  startPostgres: () => Promise<void>
}

/** Only limits across many users are widened, because all clients share one machine. */
const wideLimits = { LIMIT_REGISTER_PER_HOUR: '900000000', LIMIT_MAIL_ALL_PER_HOUR: '900000000' }

/** Makes a folder that PostgreSQL's user can enter. */
export function makeFolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  return folder
}

const startWorld = async (
  address: SocketAddress,
  settings: Record<string, string>,
  instances: number,
): Promise<World> => {
  const all = { ...wideLimits, ...settings }
  const servers = await Promise.all(Array.from({ length: instances }, () => createServerProcess(all)))
  await Promise.all(servers.map((server) => server.start()))
  const db = connect(address, { poolSize: 2, limits: 'none' })
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await db.end({ timeout: 1 })
  }
  return { servers, urls: servers.map(({ url }) => url), address, db, stop }
}

/** Starts one instance with the embedded database. `folder` becomes its data folder. */
export function startEmbeddedWorld(folder: string, settings: Record<string, string> = {}): Promise<World> {
  const address = { host: join(folder, 'postgres'), port: 5432, username: 'kitewise', database: 'postgres' }
  return startWorld(address, { DATA_DIR: folder, DATABASE_URL: '', ...settings }, 1)
}

/** Starts two instances on one DATABASE_URL. `folder` becomes PostgreSQL's data folder. */
export async function startSharedWorld(folder: string): Promise<SharedWorld> {
  let postgres = await startSharedPostgres(folder)
  const world = await startWorld(postgres.address, { DATABASE_URL: postgres.url }, 2)
  return {
    ...world,
    stop: async () => {
      await world.stop()
      await postgres.stop()
    },
    stopPostgres: () => postgres.stop(),
    startPostgres: async () => {
      postgres = await startSharedPostgres(folder)
    },
  }
}

type SharedPostgres = {
  address: { host: string; port: number; username: string; database: string }
  url: string
  stop: () => Promise<void>
}

const script = fileURLToPath(new URL('../apps/server/src/test-support/run-embedded-postgres.ts', import.meta.url))

/** A PostgreSQL that no instance owns, as with a DATABASE_URL. */
export async function startSharedPostgres(folder: string): Promise<SharedPostgres> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  remember(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  if (!line.startsWith('{')) throw new Error(line)
  const address = JSON.parse(line) as SharedPostgres['address']
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const socket = encodeURIComponent(address.host)
  return { address, url: `postgres://${address.username}@localhost/${address.database}?host=${socket}`, stop }
}
