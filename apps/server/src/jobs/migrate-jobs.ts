import { Logger, runMigrations } from 'graphile-worker'
import { connect, createPool, type DatabaseAddress } from '../database/connect.ts'

/** Any fixed number, the same in every release: "jobs" as four bytes. */
const lockKey = 0x6a6f6273

const silent = new Logger(() => () => {})

/** Instances take turns: the library's migrations are not safe concurrently. The lock ends with its connection. */
export async function migrateJobs(address: DatabaseAddress): Promise<void> {
  const db = connect(address, { poolSize: 1, limits: 'none' })
  const pgPool = createPool(address, { poolSize: 2, limits: 'none' })
  try {
    await db.withConnection(async (client) => {
      await client.query('select pg_advisory_lock($1)', [lockKey])
      try {
        await runMigrations({ pgPool, logger: silent })
      } finally {
        await client.query('select pg_advisory_unlock($1)', [lockKey])
      }
    })
  } finally {
    await pgPool.end()
    await db.end()
  }
}
