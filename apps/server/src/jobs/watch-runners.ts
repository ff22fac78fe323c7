import type { Context } from '../context.ts'
import { isDatabaseUnavailable } from '../database/is-database-unavailable.ts'
import { freeJobsOfTheDead, markAlive, removeReplaced } from './runner-queries.ts'
import { schedule } from './schedule.ts'

const everyMs = 15_000
/** Four missed signs of life. */
const silentSeconds = 60
const clockJobs = schedule.map(({ job }) => job)

/**
 * Gives a sign of life for this runner now and then, and frees the jobs of runners that have given none.
 * @returns a function that ends it
 */
export const watchRunners = (context: Context, runnerId: string): (() => void) => {
  const look = async () => {
    try {
      await markAlive(context.db, runnerId)
      const freed = await freeJobsOfTheDead(context.db, silentSeconds)
      await removeReplaced(context.db, clockJobs)
      if (freed > 0) context.log.warn({ runners: freed }, 'jobs of ended runners are free again')
    } catch (error) {
      if (!isDatabaseUnavailable(error)) context.log.error({ err: error }, 'looking after runners failed')
    }
  }
  void look()
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}
