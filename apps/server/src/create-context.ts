import { randomUUID } from 'node:crypto'
import { loadContent } from '@kitewise/content/load-content'
import { chooseJudge } from './adapters/judge/choose.ts'
import { createDailyBudget } from './adapters/judge/openai/daily-calls.ts'
import { chooseMailer } from './adapters/mail/choose.ts'
import { choosePayments } from './adapters/payments/choose.ts'
import { createWebPushSender } from './adapters/push/web-push-sender.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createLog } from './create-log.ts'
import type { DatabaseAddress, Db } from './database/connect.ts'
import { openDatabase, type OpenDatabase } from './database/open-database.ts'
import { migrateJobs } from './jobs/migrate-jobs.ts'
import { createPinHasher } from './platform/pin-hasher.ts'
import { createSessionTokens } from './platform/sessions.ts'
import { createTurns } from './platform/take-turns.ts'

/**
 * Parts that a test brings along: a clock that stands, a database of its own, which has its schema already and is not
 * closed here.
 */
export type ContextParts = Partial<Pick<Context, 'clock' | 'log' | 'catalog' | 'judge' | 'mailer' | 'payments'>> & {
  database?: { db: Db; address: DatabaseAddress }
}

/**
 * Makes the world: reads the content first, since a bad file should stop the start before a database is opened, then opens the
 * database with its schema up to date.
 * @throws ContentError, DatabaseStartError: both say what to do
 */
export const createContext = async (config: Config, parts: ContextParts = {}): Promise<Context> => {
  const log = parts.log ?? createLog(config.logLevel, config.sessionSecret)
  const catalog = parts.catalog ?? loadContent(config.contentFolder)
  const opened = parts.database ? { ...parts.database, close: async () => {} } : await openWithJobs(config, log)
  const clock = parts.clock ?? (() => new Date())
  const { publicUrl, plans } = config
  return {
    config,
    db: opened.db,
    databaseAddress: opened.address,
    clock,
    newId: randomUUID,
    log,
    catalog,
    judge: parts.judge ?? chooseJudge(config.judge, log, createDailyBudget(opened.db, clock, log)),
    mailer: parts.mailer ?? chooseMailer(config.mail, opened.db),
    pushSender: createWebPushSender(config.push),
    payments: parts.payments ?? choosePayments(config.payments, { db: opened.db, clock, publicUrl, plans }),
    pinHasher: createPinHasher(config.pinHashing),
    takeSignInTurn: createTurns(),
    sessionTokens: createSessionTokens(config.sessionSecret),
    close: opened.close,
  }
}

/** The database with the jobs' own schema, or nothing left open. */
const openWithJobs = async ({ database }: Config, log: Context['log']): Promise<OpenDatabase> => {
  const opened = await openDatabase(database, (line) => log.info(line))
  try {
    await migrateJobs(opened.address)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
