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
import { currentTracer, during, endWith, note } from '../telemetry/signals.ts'
import { traceContext } from '../platform/trace-context.ts'
import { allJobs, schedule } from './all-jobs.ts'
import { unlockJobsOfDeadRunners, sendHeartbeat, removeReplacedJobs, removeRunner } from './job-runners.sql.ts'

/** Concurrent jobs in this process. Mails have a runner of their own, so that no long job delays a sign-in; they mostly wait. */
const concurrency = { mails: 2, others: 3 }
type RunnerName = keyof typeof concurrency

/** What leads to a mail that somebody waits for. */
function isMailJob(name: string): boolean {
  return name === 'deliver-mail' || name === 'register-to-join' || (name.startsWith('mail-') && !scheduled.has(name))
}

const scheduled: ReadonlySet<string> = new Set(schedule.map(({ job }) => job))
/** New jobs arrive by notification; polling is for jobs whose time comes, and for lost notifications. */
const pollMs = 2_000
/** Pause before a restart, after the library gave up on an unavailable database. */
const pauseMs = 5_000
const hourMs = 3_600_000

/** Its own queue keeps a job from overlapping with its next run. */
export const cronItems = parseCronItems(
  schedule.map(({ job, at, madeUpForWithinHours }) => ({
    task: job,
    match: at,
    identifier: job,
    options: { backfillPeriod: madeUpForWithinHours * hourMs, jobKey: job, queueName: job },
  })),
)

/** Runs jobs until the returned function stops them; none in quarantine. */
export function startJobs(context: Context): () => Promise<void> {
  if (context.config.quarantine) return async () => {}
  const stops = [startRunner(context, 'mails'), startRunner(context, 'others')]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** The library's runner gives up after a long database outage: restart it. */
const startRunner = (context: Context, name: RunnerName): (() => Promise<void>) => {
  const stopping = new AbortController()
  let runner: Runner | null = null
  const pgPool = createPool(context.databaseAddress, { poolSize: concurrency[name] + 2 })
  const all = Object.entries(makeTasks(context))
  const tasks = Object.fromEntries(all.filter(([job]) => isMailJob(job) === (name === 'mails')))

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
      concurrency: concurrency[name],
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: jobLog(context.log),
      taskList: tasks,
      parsedCronItems: name === 'others' ? cronItems : [],
      // On stop, the library waits only for batched completions (here without delay). Otherwise the last job would stay locked.
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

/** The library gets only the job's name, because it writes the error's text, which may contain an address, to its own table. */
export function makeTasks(context: Context): TaskList {
  return Object.fromEntries(
    Object.entries(allJobs).map(([name, job]) => [
      name,
      async (payload, { job: { attempts, max_attempts: most } }) => {
        // `addJob` has paired name and payload, which the compiler cannot follow through the database.
        const failure = await runJob(context, name, (of) => (job as AnyJob)(of, payload ?? {})).then(
          () => null,
          (error: unknown) => ({ error }),
        )
        if (!failure) return
        note('jobFailed', { task: name, isGivenUp: attempts >= most })
        context.log[attempts < most ? 'warn' : 'error']({ job: name, attempts, most, err: failure.error }, 'job failed')
        throw new Error(`${name} failed`)
      },
    ]),
  )
}

/** A job is a trace of its own. */
const runJob = (context: Context, name: string, work: (context: Context) => Promise<void>): Promise<void> => {
  const span = currentTracer()?.beginJob(name) ?? null
  if (!span) return during('job', name, () => work(context))
  return endWith(
    span,
    during('job', name, () => work(traceContext(context, span))),
  )
}

const everyMs = 15_000
/** Four missed heartbeats. */
const silentSeconds = 60

const watchRunners = (context: Context, runnerId: string): (() => void) => {
  const beat = async () => {
    try {
      await sendHeartbeat(context.db, runnerId)
      const unlocked = await unlockJobsOfDeadRunners(context.db, silentSeconds)
      await removeReplacedJobs(context.db)
      if (unlocked > 0) context.log.warn({ runners: unlocked }, 'unlocked the jobs of dead runners')
    } catch (error) {
      if (!isDatabaseUnavailable(error)) context.log.error({ err: error }, 'could not watch the job runners')
    }
  }
  void beat()
  const timer = setInterval(() => void beat(), everyMs).unref()
  return () => clearInterval(timer)
}

/** The library's levels in ours: its info is our debug. Its errors are lost connections, after which it or we begin again. */
const levels: Record<string, 'warn' | 'debug'> = { error: 'warn', warning: 'warn' }

/** The library's log lines in our log. `makeTasks` logs failed jobs. */
export function jobLog(log: Log): Logger {
  return new Logger(() => (level, text) => {
    const isLoggedByTask = text.startsWith('Failed task')
    log[isLoggedByTask ? 'debug' : (levels[level] ?? 'debug')]({ text }, 'jobs')
  })
}
