import { runOnce } from 'graphile-worker'
import type { Context } from '../context.ts'
import { createPool } from '../database/connect.ts'
import { jobLog, makeTasks } from '../jobs/start-jobs.ts'

/** Runs all due jobs and those they add. Failed ones wait for their retry. */
export async function runJobs(context: Context): Promise<void> {
  const pgPool = createPool(context.databaseAddress, { poolSize: 3 })
  const options = { pgPool, concurrency: 2, noHandleSignals: true, logger: jobLog(context.log) }
  await runOnce({ ...options, taskList: makeTasks(context) })
  await pgPool.end()
}
