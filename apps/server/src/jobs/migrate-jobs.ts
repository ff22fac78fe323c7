import { Logger, runMigrations } from 'graphile-worker'
import { connect, createPool, type DatabaseAddress } from '../database/connect.ts'

/** Any fixed number, the same in every release: "jobs" as four bytes. */
const lockKey = 0x6a6f6273

/** An erasure finds the jobs for an address, also while thousands of mails are waiting. */
const indexByEmail = `
  create index jobs_email on graphile_worker._private_jobs ((payload ->> 'email')) where payload ->> 'email' is not null`

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
        // Even `if not exists` would wait for everyone who is writing jobs.
        const { rowCount } = await client.query(`select where to_regclass('graphile_worker.jobs_email') is null`)
        if (rowCount === 1) await client.query(indexByEmail)
      } finally {
        await client.query('select pg_advisory_unlock($1)', [lockKey])
      }
    })
  } finally {
    await pgPool.end()
    await db.end()
  }
}
