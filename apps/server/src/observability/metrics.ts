import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { listBackups } from '../backups/backup-folder.ts'
import type { Context } from '../context.ts'
import { allJobs } from '../jobs/all-jobs.ts'
import { type Observer, observe } from '../telemetry/signals.ts'
import { countJobs, type JobFigures } from './queue-figures.sql.ts'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const callBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const jobBuckets = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600]
const evaluationBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 15]

export type Metrics = {
  /** In the text format of Prometheus. */
  read: () => Promise<string>
  contentType: string
  /** Stops counting. */
  close: () => void
}

/** Counts what this process does from now on; figures of the database are read with each scrape, at most every ten seconds. */
export function createMetrics(context: Context): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stop = observe(createObserver(registry))
  addPoolGauges(registry, context)
  addQueueGauges(registry, context)
  addBackupGauge(registry, context.config.backups.folder)
  return {
    read: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => {
      stop()
      registry.clear()
    },
  }
}

function createObserver(registry: Registry): Observer {
  return { ...observeRequests(registry), ...observeActivities(registry), ...observeEvents(registry) }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The catch-all of the web app's files also matches what isn't there. */
const routeOf = (route: string | null, status: number): string =>
  route === null || (route === '/*' && status === 404) ? 'unmatched' : route

function observeRequests(registry: Registry): Observer {
  const requests = new Counter({
    name: 'kitewise_http_requests_total',
    help: 'Answered requests by route template, method and class of the status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'kitewise_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['route', 'method'],
    buckets: requestBuckets,
    registers: [registry],
  })
  return {
    request: ({ route, method, status, seconds }) => {
      const labels = { route: routeOf(route, status), method: knownMethods.has(method) ? method : 'other' }
      requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` })
      durations.observe(labels, seconds)
    },
  }
}

function observeActivities(registry: Registry): Observer {
  const durations = {
    statement: new Histogram({
      name: 'kitewise_statement_duration_seconds',
      help: 'SQL statements by their first word.',
      labelNames: ['name', 'outcome'],
      buckets: statementBuckets,
      registers: [registry],
    }),
    job: new Histogram({
      name: 'kitewise_job_duration_seconds',
      help: 'Runs of background jobs by task.',
      labelNames: ['name', 'outcome'],
      buckets: jobBuckets,
      registers: [registry],
    }),
    call: new Histogram({
      name: 'kitewise_call_duration_seconds',
      help: 'Calls to other services. A streamed answer counts until it begins.',
      labelNames: ['name', 'outcome'],
      buckets: callBuckets,
      registers: [registry],
    }),
  }
  const failedJobs = new Counter({
    name: 'kitewise_job_failures_total',
    help: 'Failed attempts of jobs; given_up was the last one.',
    labelNames: ['task', 'outcome'],
    registers: [registry],
  })
  return {
    activity: ({ kind, name, isFailed, seconds }) =>
      durations[kind].observe({ name, outcome: isFailed ? 'failed' : 'ok' }, seconds),
    jobFailed: ({ task, isGivenUp }) => failedJobs.inc({ task, outcome: isGivenUp ? 'given_up' : 'retry' }),
  }
}

function makeCounters(registry: Registry) {
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `kitewise_${name}_total`, help, labelNames, registers: [registry] })
  return {
    mails: counter('mails', 'Attempts to hand over a mail. Refused: for good, by the mail server.', ['outcome']),
    webhooks: counter('webhooks', 'Events of the payment provider. Rejected: without a right signature.', [
      'group',
      'outcome',
    ]),
    tokens: counter('model_tokens', 'Tokens of the AI model.', ['direction']),
    caps: counter('model_caps', 'Prompts that the AI model was not asked about because of a limit.', ['cap']),
    writes: counter('outbox_writes', 'Writes from browsers that keep unsent ones. Refused ones are lost.', [
      'route',
      'outcome',
    ]),
    merges: counter('writes_merged', 'Writes whose effect was stored already: retries, second tabs, second devices.', [
      'write',
    ]),
    signIns: counter('sign_in_rejections', 'Rejected attempts to sign in.', ['reason']),
    errors: counter('unexpected_errors', 'Errors that nothing was prepared for.', []),
  }
}

function observeEvents(registry: Registry): Observer {
  const { mails, webhooks, tokens, caps, writes, merges, signIns, errors } = makeCounters(registry)
  const evaluations = new Histogram({
    name: 'kitewise_evaluation_duration_seconds',
    help: 'Evaluations of prompts. Fallback: the AI model failed, and the checklist judged.',
    labelNames: ['outcome'],
    buckets: evaluationBuckets,
    registers: [registry],
  })
  return {
    mail: ({ outcome }) => mails.inc({ outcome }),
    webhook: ({ type, outcome }) => webhooks.inc({ group: groupOf(type), outcome }),
    modelTokens: ({ input, output }) => {
      tokens.inc({ direction: 'input' }, input)
      tokens.inc({ direction: 'output' }, output)
    },
    modelCap: ({ cap }) => caps.inc({ cap }),
    evaluation: ({ isFallback, isFailed, seconds }) =>
      evaluations.observe({ outcome: outcomeOf({ isFallback, isFailed }) }, seconds),
    outboxWrite: ({ route, outcome }) => writes.inc({ route, outcome }),
    writeMerged: ({ write }) => merges.inc({ write }),
    signInRejected: ({ reason }) => signIns.inc({ reason }),
    error: () => errors.inc(),
  }
}

const outcomeOf = ({ isFallback, isFailed }: { isFallback: boolean; isFailed: boolean }): string => {
  if (isFailed) return 'failed'
  return isFallback ? 'fallback' : 'ok'
}

const eventGroups = ['checkout', 'customer.subscription', 'customer', 'invoice', 'charge', 'refund']

/** The provider may send types that we don't know. */
const groupOf = (type: string | null): string =>
  type === null ? 'unsigned' : (eventGroups.find((group) => type.startsWith(`${group}.`)) ?? 'other')

function addPoolGauges(registry: Registry, { db }: Context): void {
  const gauge = new Gauge({
    name: 'kitewise_database_connections',
    help: 'Connections of this process for requests. Waiting: requests that wait for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle, waiting } = db.connections()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  registry.registerMetric(gauge)
}

const freshMs = 10_000

/** The gauges share one reading, and two servers that scrape cost no more than one. */
function makeQueueReader({ db, log }: Context): () => Promise<readonly JobFigures[] | null> {
  let last: { at: number; figures: Promise<readonly JobFigures[] | null> } | null = null
  return () => {
    const now = performance.now()
    if (last && now - last.at < freshMs) return last.figures
    const figures = countJobs(db).catch((error: unknown) => {
      log.warn({ err: error }, 'could not read the job queue for the metrics')
      return null
    })
    last = { at: now, figures }
    return figures
  }
}

const noJobs = { due: 0, retrying: 0, givenUp: 0, oldestSeconds: 0 }

/** The same in every instance, because they share the database: use `max`, not `sum`. Without the database, they are missing. */
function addQueueGauges(registry: Registry, context: Context): void {
  const read = makeQueueReader(context)
  const add = (name: string, help: string, valueOf: (figures: Omit<JobFigures, 'task'>) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers: [registry],
      async collect() {
        const figures = await read()
        this.reset()
        if (figures === null) return
        for (const task of Object.keys(allJobs))
          this.set({ task }, valueOf(figures.find((one) => one.task === task) ?? noJobs))
      },
    })
  add('kitewise_jobs_due', 'Jobs whose time has come, running ones included.', ({ due }) => due)
  add('kitewise_jobs_retrying', 'Jobs that failed and will be tried again.', ({ retrying }) => retrying)
  add('kitewise_jobs_given_up', 'Jobs that failed for the last time.', ({ givenUp }) => givenUp)
  add('kitewise_jobs_oldest_seconds', 'How long the oldest due job has waited.', (one) => one.oldestSeconds)
}

/** Missing without a folder, and 0 while it is empty: an alert on the age then fires. */
function addBackupGauge(registry: Registry, folder: string | null): void {
  if (folder === null) return
  const gauge = new Gauge({
    name: 'kitewise_backup_last_timestamp_seconds',
    help: 'The moment of the newest complete backup in BACKUP_DIR, in seconds since 1970; 0 without one.',
    registers: [],
    collect() {
      this.set((listBackups(folder)[0]?.at.getTime() ?? 0) / 1000)
    },
  })
  registry.registerMetric(gauge)
}
