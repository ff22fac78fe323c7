import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseCronItems, run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker'
import type { Context } from '../context.ts'
import { createPool } from '../database/connect.ts'
import { jobLog } from './job-log.ts'
import { makeTasks } from './make-tasks.ts'
import { removeRunner } from './runner-queries.ts'
import { schedule } from './schedule.ts'
import { watchRunners } from './watch-runners.ts'

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
