import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Logger as Log } from 'pino'
import type { Context } from '../context.ts'
import { createPool } from '../database/connect.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import { allJobs, schedule } from './all-jobs.ts'
import { freeJobsOfTheDead, markAlive, removeReplaced, removeRunner } from './job-runners.sql.ts'

/** Jobs at once in this process; mails mostly wait for another server. */
const concurrency = 3
/** New jobs are told at once; this is for those whose time comes, and for lost signals. */
const pollMs = 2_000
/** After the library has given up on an absent database. */
const pauseMs = 5_000
const hourMs = 3_600_000

/** A queue of its own keeps a job from running beside itself when it takes longer than until its next time. */
export const cronItems = parseCronItems(
  schedule.map(({ job, at, madeUpForWithinHours }) => ({
    task: job,
    match: at,
    identifier: job,
    options: { backfillPeriod: madeUpForWithinHours * hourMs, jobKey: job, queueName: job },
  })),
)

/**
 * Does jobs in this process until told to stop; any number of processes share the work. The library ends its runner when the
 * database is away for long: it is then started again.
 * @returns a function that takes no new job, waits for those in hand, and ends
 */
export const startJobs = (context: Context): (() => Promise<void>) => {
  const stopping = new AbortController()
  let runner: Runner | null = null
  const pgPool = createPool(context.databaseAddress, { poolSize: concurrency + 2 })
  const tasks = makeTasks(context)

  const runUntilItEnds = async () => {
    const events: WorkerEvents = new EventEmitter()
    const ends: (() => void)[] = []
    events.on('pool:create', ({ workerPool }) => {
      ends.push(watchRunners(context, workerPool.id))
      ends.push(() => void removeRunner(context.db, workerPool.id).catch(() => {}))
    })
    const options: RunnerOptions = {
      pgPool,
      events,
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: jobLog(context.log),
      taskList: tasks,
      parsedCronItems: cronItems,
      // Only what is batched, here without a delay, is waited for when the runner stops: a job done last would stay in hand.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    }
    try {
      runner = await run(options)
      if (stopping.signal.aborted) await runner.stop()
      await runner.promise
    } finally {
      runner = null
      for (const end of ends) end()
    }
  }

  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await runUntilItEnds().catch((error: unknown) => context.log.warn({ err: error }, 'jobs stopped'))
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await pgPool.end()
  })()

  return async () => {
    stopping.abort()
    await runner?.stop().catch(() => {})
    await ended
  }
}

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

const everyMs = 15_000
/** Four missed signs of life. */
const silentSeconds = 60

/**
 * Gives a sign of life for this runner now and then, and frees the jobs of runners that have given none.
 * @returns a function that ends it
 */
const watchRunners = (context: Context, runnerId: string): (() => void) => {
  const look = async () => {
    try {
      await markAlive(context.db, runnerId)
      const freed = await freeJobsOfTheDead(context.db, silentSeconds)
      await removeReplaced(context.db)
      if (freed > 0) context.log.warn({ runners: freed }, 'jobs of ended runners are free again')
    } catch (error) {
      if (!isDatabaseUnavailable(error)) context.log.error({ err: error }, 'looking after runners failed')
    }
  }
  void look()
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}

/** How the library calls its levels, and how we do. Its news is our detail. */
const levels: Record<string, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn' }

/** The library's log lines in ours. Failed jobs are told by `make-tasks.ts`. */
export const jobLog = (log: Log): Logger =>
  new Logger(() => (level, text) => {
    const isTold = text.startsWith('Failed task')
    log[isTold ? 'debug' : (levels[level] ?? 'debug')]({ text }, 'jobs')
  })
