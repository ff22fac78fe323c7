import { runOnce } from 'graphile-worker'
import type { Context } from '../context.ts'
import { createPool } from '../database/connect.ts'
import { jobLog, makeTasks } from '../jobs/start-jobs.ts'

/** Does every job that is due, and those they add, until none is left. Failed ones wait for their next time. */
export const runJobs = async (context: Context): Promise<void> => {
  const pgPool = createPool(context.databaseAddress, { poolSize: 3 })
  const options = { pgPool, concurrency: 2, noHandleSignals: true, logger: jobLog(context.log) }
  await runOnce({ ...options, taskList: makeTasks(context) })
  await pgPool.end()
}
