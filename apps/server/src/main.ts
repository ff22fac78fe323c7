import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { ContentError } from '@kitewise/content/source'
import type { FastifyInstance } from 'fastify'
import { type Config, makeConfig } from './config.ts'
import type { Context } from './context.ts'
import { createContext } from './create-context.ts'
import { DatabaseStartError } from './database/errors.ts'
import { createServer } from './http/create-server.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { notePepper, otherPepper } from './platform/pin-pepper.sql.ts'
import { demoAccounts, seedDemoAccounts } from './seed-demo-accounts.ts'

// By default, V8 lets garbage grow to the size of the content, which stays on the heap; PIN hashes need that memory.
setFlagsFromString('--heap-growing-percent=25')

const say = (line: string) => process.stdout.write(`${line}\n`)

const giveUp = (...lines: string[]): never => {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

const readConfig = (): Config => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const made = makeConfig(process.env, process.cwd())
  for (const warning of made.warnings) process.stderr.write(`Warning: ${warning}\n`)
  if ('config' in made) return made.config
  return giveUp('Kitewise cannot start with these settings:', ...made.problems.map((problem) => `  - ${problem}`))
}

/** `prefix`: of the settings of this address. */
type Place = { prefix: '' | 'METRICS_'; host: string; port: number }

const listenProblems: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port, prefix }) => `Port ${port} is in use. Set ${prefix}PORT to another one.`,
  EACCES: ({ port, prefix }) => `Port ${port} may not be opened by this user. Set ${prefix}PORT to another one.`,
  EADDRNOTAVAIL: ({ host, prefix }) =>
    `This machine does not have the address ${host}. Set ${prefix}HOST to one of its addresses.`,
}

/** A line for an error that the operator can fix; rethrows anything else as a bug. */
const explain = (error: unknown, config: Config): string => {
  if (error instanceof DatabaseStartError || error instanceof ContentError) return error.message
  const failed: NodeJS.ErrnoException & { port?: number; hostname?: string } =
    error instanceof Error ? error : new Error()
  const { host, port, metrics } = config
  const isOfMetrics =
    metrics !== null && (failed.port === metrics.port || (failed.hostname === metrics.host && metrics.host !== host))
  const place: Place = isOfMetrics ? { prefix: 'METRICS_', ...metrics } : { prefix: '', host, port }
  if (failed.syscall === 'getaddrinfo')
    return `The host name ${place.host} cannot be resolved. Set ${place.prefix}HOST to an address of this machine.`
  const problem = failed.syscall === 'listen' ? listenProblems[failed.code ?? ''] : undefined
  if (problem) return problem(place)
  throw error
}

type Running = {
  context: Context
  app: FastifyInstance
  stopJobs: () => Promise<void>
  stopObserving: () => Promise<void>
}

const start = async (config: Config): Promise<Running> => {
  const context = await createContext(config)
  try {
    if (config.demoAccounts && !config.quarantine) await seedDemoAccounts(context)
    if (!config.quarantine && (await notePepper(context.db, config.pinHashing.pepper)) === 'other')
      context.log.error(otherPepper)
    const app = await createServer(context)
    await app.listen({ host: config.host, port: config.port })
    const stopObserving = await startObserving(context)
    void context.judge.check?.()
    return { context, app, stopJobs: startJobs(context), stopObserving }
  } catch (error) {
    await context.close()
    throw error
  }
}

/** Loads only what is configured. */
const startObserving = async (context: Context): Promise<() => Promise<void>> => {
  const { metrics, otlp } = context.config
  const stops: (() => Promise<void>)[] = []
  if (metrics !== null) {
    const { serveMetrics } = await import('./observability/serve-metrics.ts')
    stops.push((await serveMetrics(context, metrics)).close)
  }
  if (otlp !== null) {
    const { startTracing } = await import('./observability/tracing.ts')
    const { reportErrors } = await import('./observability/report-errors.ts')
    stops.push(startTracing(otlp, context.log), reportErrors(otlp, context.log))
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** First signal: accept nothing new, finish what is running, close. Second signal, or a timeout: exit at once. */
const stopOnSignals = ({ app, context, stopJobs, stopObserving }: Running): void => {
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    context.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), context.config.timeouts.stopMs).unref()
    await Promise.all([app.close(), stopJobs()])
    await stopObserving()
    await context.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

const greet = (config: Config): void => {
  say(`${config.brand.name} is at ${config.publicUrl}`)
  if (!config.production && config.mail.mailer === 'outbox') say(`Emails are at ${config.publicUrl}/dev/mailbox`)
  if (!config.demoAccounts) return
  say('Demo accounts:')
  for (const { email, pin, note } of demoAccounts) say(`  ${email.padEnd(26)} PIN ${pin}  ${note}`)
}

const config = readConfig()
try {
  stopOnSignals(await start(config))
  greet(config)
} catch (error) {
  giveUp(explain(error, config))
}
