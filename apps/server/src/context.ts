import type { Catalog } from '@kitewise/content/catalog'
import type { Logger } from 'pino'
import type { DomainRecords } from './adapters/domain-records/port.ts'
import type { Judge } from './adapters/judge/port.ts'
import type { Mailer } from './adapters/mail/port.ts'
import type { Payments } from './adapters/payments/port.ts'
import type { PushSender } from './adapters/push/port.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress, Db } from './database/connect.ts'
import type { PinHasher, TakeTurns } from './platform/pin-hasher.ts'
import type { SessionCache } from './platform/session-cache.ts'
import type { SessionTokens } from './platform/sessions.ts'
import type { Span } from './telemetry/signals.ts'

/** Everything that commands and queries depend on. Built once; tests replace parts. A recorded request has its own (`traceContext`). */
export type Context = {
  config: Config
  db: Db
  /** For parts that need their own connections: jobs, and listening. Never a pooler in transaction mode. */
  databaseAddress: DatabaseAddress
  /** The time for learning and billing. Security counters use the database's own clock. */
  clock: () => Date
  /** What statements and calls are parts of, in a request or job that is recorded. */
  span: Span | null
  /** Random and unguessable. */
  newId: () => string
  log: Logger
  catalog: Catalog
  judge: Judge
  /** Only for the delivery job; features call `queueMail`. */
  mailer: Mailer
  /** Only for the job that sends reminders. */
  pushSender: PushSender
  payments: Payments
  /** Only for proofs of domains. */
  domainRecords: DomainRecords
  pinHasher: PinHasher
  /** Runs the sign-ins to one account one after the other. */
  takeSignInTurn: TakeTurns
  sessionTokens: SessionTokens
  sessionCache: SessionCache
  /** Closes the database connections, and the embedded server. */
  close: () => Promise<void>
}
