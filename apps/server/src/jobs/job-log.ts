import { Logger } from 'graphile-worker'
import type { Logger as Log } from 'pino'

/** How the library calls its levels, and how we do. Its news is our detail. */
const levels: Record<string, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn' }

/** The library's log lines in ours. Failed jobs are told by `make-tasks.ts`. */
export const jobLog = (log: Log): Logger =>
  new Logger(() => (level, text) => {
    const isTold = text.startsWith('Failed task')
    log[isTold ? 'debug' : (levels[level] ?? 'debug')]({ text }, 'jobs')
  })
