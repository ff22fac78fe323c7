import { pino, type DestinationStream, type Logger } from 'pino'

/** What never reaches a log, at whatever depth up to three: secrets, addresses, and what learners write. */
const secretKeys = [
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
]

const secretPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`])

/**
 * An error as a log line: its kind, code and place in the code. The text is left out for the database's errors, which
 * quote the values that offended them; `routine` and `constraint_name` say enough.
 */
const describeError = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error }
  const of = error as Error & { code?: unknown; severity?: unknown; routine?: unknown; constraint_name?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  const isOfDatabase = of.severity !== undefined
  return {
    type: error.name,
    code: of.code,
    ...(isOfDatabase ? { routine: of.routine, constraint: of.constraint_name } : { text: error.message }),
    stack: frames.join('\n'),
  }
}

/** Structured lines, one JSON object each. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[left out]' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}
