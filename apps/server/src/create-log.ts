import { createHmac, hkdfSync } from 'node:crypto'
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import { note, type TraceIds } from './telemetry/signals.ts'

/** Never logged, at any depth: secrets, addresses, and what learners write. */
const secretKeys = new Set([
  'pin',
  'token',
  'jwt',
  'authorization',
  'cookie',
  'email',
  'newEmail',
  'prompt',
  'answer',
  'message',
])
const deepest = 8

type Pseudonym = (userId: string) => string

/** A stable pseudonym per learner, which leads back to the id only with the secret. */
const createPseudonyms = (sessionSecret: string): Pseudonym => {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'learner in logs', 32))
  return (userId) => createHmac('sha256', key).update(userId).digest('base64url').slice(0, 16)
}

/** A copy without secrets, and with `learner` in place of `userId`. Pino's own redaction needs a path per depth and is slower. */
const withoutSecrets = (value: unknown, pseudonymOf: Pseudonym, depth = 0): unknown => {
  if (value === null || typeof value !== 'object' || value instanceof Error) return value
  if (depth >= deepest) return '[too deep]'
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, pseudonymOf, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'userId') return ['learner', typeof item === 'string' ? pseudonymOf(item) : null]
      return [key, secretKeys.has(key) ? '[left out]' : withoutSecrets(item, pseudonymOf, depth + 1)]
    }),
  )
}

const mostParts = 5

/** Omits the message of database errors, which quotes values; `routine` and `constraint_name` say enough. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const of = error as Error & { code?: unknown; severity?: unknown; routine?: unknown; constraint_name?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  const isOfDatabase = of.severity !== undefined
  return {
    type: error.name,
    code: of.code,
    ...(isOfDatabase ? { routine: of.routine, constraint: of.constraint_name } : { text: error.message }),
    stack: frames.join('\n'),
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, mostParts).map(describeError) }),
  }
}

const errorLevel = 50

/** What is logged as an error with its cause is a bug; other listeners hear of it too. */
function noteErrors(this: Logger, words: Parameters<LogFn>, write: LogFn, level: number): void {
  const [fields, message] = words as unknown[]
  if (
    level >= errorLevel &&
    fields !== null &&
    typeof fields === 'object' &&
    'err' in fields &&
    fields.err instanceof Error
  )
    note('error', { error: fields.err, message: String(message), trace: traceOf({ ...this.bindings(), ...fields }) })
  write.apply(this, words)
}

/** Of a recorded request or job. */
const traceOf = ({ traceId, spanId }: Record<string, unknown>): TraceIds | null => {
  return typeof traceId === 'string' && typeof spanId === 'string' ? { traceId, spanId } : null
}

/** Writes one JSON object per line. `sessionSecret` is the key of the learners' pseudonyms. */
export function createLog(level: string, sessionSecret: string, destination?: DestinationStream): Logger {
  const pseudonymOf = createPseudonyms(sessionSecret)
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (line: object) => withoutSecrets(line, pseudonymOf) as Record<string, unknown> },
    serializers: { err: describeError },
    hooks: { logMethod: noteErrors },
  }
  return destination ? pino(options, destination) : pino(options)
}
