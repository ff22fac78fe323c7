import type { TaskList } from 'graphile-worker'
import type { Context } from '../context.ts'
import { allJobs } from './all-jobs.ts'

type AnyJob = (context: Context, payload: object) => Promise<void>

/**
 * The jobs as the library wants them. What went wrong is logged here, since the library writes the error's text, which may
 * hold an address, to its own table and log: it gets the job's name alone.
 */
export const makeTasks = (context: Context): TaskList =>
  Object.fromEntries(
    Object.entries(allJobs).map(([name, job]) => [
      name,
      async (payload, { job: { attempts, max_attempts: most } }) => {
        // Name and payload were paired by `addJob`, which the compiler cannot follow through the database.
        const failure = await (job as AnyJob)(context, payload ?? {}).then(
          () => null,
          (error: unknown) => ({ error }),
        )
        if (!failure) return
        context.log[attempts < most ? 'warn' : 'error']({ job: name, attempts, most, err: failure.error }, 'job failed')
        throw new Error(`${name} failed`)
      },
    ]),
  )
