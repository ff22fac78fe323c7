import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Db, type SocketAddress } from '../../apps/server/src/database/connect.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { migrateJobs } from '../../apps/server/src/jobs/migrate-jobs.ts'
import { createServerProcess, type ServerProcess } from './server-process.ts'
import { startSharedPostgres, type SharedPostgres } from './shared-postgres.ts'

/** The product under attack: server processes on one database. */
export type World = {
  servers: ServerProcess[]
  urls: string[]
  address: SocketAddress
  /** For preparing an attack, and for reading afterwards what it has changed. */
  db: Db
  stop: () => Promise<void>
}

export type WorldWish = {
  /** How many server processes; 1 unless given. */
  instances?: number
  /** Settings on top of those of `createServerProcess`. */
  environment?: Record<string, string>
}

/** One PostgreSQL of the project's own binaries, in which each world gets a database of its own. */
export type Cluster = {
  openWorld: (wish?: WorldWish) => Promise<World>
  /** Two instances with the usual limits, started at the first call and shared by the scenarios that can share. */
  openMainWorld: () => Promise<World>
  /** Ends PostgreSQL under the worlds, and starts it again on the same data. */
  stopPostgres: () => Promise<void>
  startPostgres: () => Promise<void>
  /** Stops the worlds that still run, and PostgreSQL. */
  stop: () => Promise<void>
}

/** Migrated and empty; copied for each world. */
const template = 'attack_template'

/** Only limits of many users together are wide: everybody here is one machine. */
const wideLimits = { LIMIT_REGISTER_PER_HOUR: '900000000', LIMIT_MAIL_ALL_PER_HOUR: '900000000' }

const databaseUrl = ({ host, username, database }: SocketAddress): string =>
  `postgres://${username}@localhost/${database}?host=${encodeURIComponent(host)}`

const runAsAdmin = async (address: SocketAddress, statement: string): Promise<void> => {
  const admin = connect(address, { poolSize: 1, limits: 'none' })
  await admin.unsafe(statement)
  await admin.end({ timeout: 1 })
}

const makeTemplate = async (address: SocketAddress): Promise<void> => {
  await runAsAdmin(address, `create database ${template}`)
  const copied = { ...address, database: template }
  const db = connect(copied, { poolSize: 1, limits: 'none' })
  await migrate(db)
  await db.end({ timeout: 1 })
  await migrateJobs(copied)
}

/** A folder that the user who runs PostgreSQL may pass through. */
export const makeFolder = (parent: string, name: string): string => {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  return folder
}

/** Starts PostgreSQL in `folder` and prepares the database that worlds are copied from. */
export const startCluster = async (folder: string): Promise<Cluster> => {
  let postgres: SharedPostgres = await startSharedPostgres(folder)
  const { address: server } = postgres
  await makeTemplate(server)
  const running = new Set<World>()
  let main: Promise<World> | null = null
  let opened = 0

  const openWorld = async ({ instances = 1, environment = {} }: WorldWish = {}): Promise<World> => {
    opened += 1
    const address = { ...server, database: `attack_${opened}` }
    await runAsAdmin(server, `create database ${address.database} template ${template}`)
    const settings = { DATABASE_URL: databaseUrl(address), ...wideLimits, ...environment }
    const servers = await Promise.all(Array.from({ length: instances }, () => createServerProcess(settings)))
    const db = connect(address, { poolSize: 2, limits: 'none' })
    const world: World = {
      servers,
      urls: servers.map(({ url }) => url),
      address,
      db,
      stop: async () => {
        running.delete(world)
        await Promise.all(servers.map((server) => server.stop()))
        await db.end({ timeout: 1 })
      },
    }
    running.add(world)
    await Promise.all(servers.map((server) => server.start()))
    return world
  }
  return {
    openWorld,
    openMainWorld: () => {
      main ??= openWorld({ instances: 2 })
      return main
    },
    stopPostgres: () => postgres.stop(),
    startPostgres: async () => {
      postgres = await startSharedPostgres(folder)
    },
    stop: async () => {
      await Promise.all([...running].map((world) => world.stop()))
      await postgres.stop()
    },
  }
}
