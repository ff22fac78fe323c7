import type { Catalog } from '@kitewise/content/catalog'
import type { Logger } from 'pino'
import type { Judge } from './adapters/judge/port.ts'
import type { Mailer } from './adapters/mail/port.ts'
import type { Payments } from './adapters/payments/port.ts'
import type { PushSender } from './adapters/push/port.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress, Db } from './database/connect.ts'
import type { PinHasher, TakeTurns } from './platform/pin-hasher.ts'
import type { SessionTokens } from './platform/sessions.ts'

/** The world that commands and queries work in. Made once; tests hand in other parts. */
export type Context = {
  config: Config
  db: Db
  /** Where `db` is, for parts that need connections of their own. */
  databaseAddress: DatabaseAddress
  /** The time for learning and billing. Security counters use the database's own clock. */
  clock: () => Date
  /** A new unguessable id. */
  newId: () => string
  log: Logger
  catalog: Catalog
  judge: Judge
  /** Used by the job that delivers; features order mails with `queueMail`. */
  mailer: Mailer
  /** Used by the job that brings a reminder to a browser. */
  pushSender: PushSender
  payments: Payments
  pinHasher: PinHasher
  /** Sign-ins to one account, one after the other. */
  takeSignInTurn: TakeTurns
  sessionTokens: SessionTokens
  /** Closes the database connections, and the embedded server where there is one. */
  close: () => Promise<void>
}
