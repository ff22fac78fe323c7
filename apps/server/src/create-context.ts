import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { loadSnappedContent } from '@kitewise/content/load-content'
import { createDnsRecords } from './adapters/domain-records/dns-records.ts'
import { chooseJudge, measureJudge } from './adapters/judge/choose.ts'
import { createEmbeddedJudge } from './adapters/judge/embedded-judge.ts'
import { createDailyBudget } from './adapters/judge/openai/daily-calls.ts'
import { createOutboxMailer, createSmtpMailer } from './adapters/mail/mailers.ts'
import type { Mailer } from './adapters/mail/port.ts'
import type { MailConfig } from './adapters/mail/settings.ts'
import { createEmbeddedPayments, type EmbeddedPaymentsParts } from './adapters/payments/embedded-payments.ts'
import { type Payments, PaymentsUnavailable } from './adapters/payments/port.ts'
import type { PaymentsConfig } from './adapters/payments/settings.ts'
import { createWebPushSender } from './adapters/push/web-push-sender.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createLog } from './create-log.ts'
import type { DatabaseAddress, Db, Queryable } from './database/connect.ts'
import { openDatabase, type OpenDatabase } from './database/open-database.ts'
import { migrateJobs } from './jobs/migrate-jobs.ts'
import { findModelSwitch } from './platform/model-switch.sql.ts'
import { createPinHasher, createTurns } from './platform/pin-hasher.ts'
import { createSessionCache, noSessionCache } from './platform/session-cache.ts'
import { atMostEachMinute } from './platform/clock-skew.ts'
import { createSessionTokens } from './platform/sessions.ts'

/** Next to the bundle; there is none when the sources run. */
const snapshotFile = join(import.meta.dirname, 'content.bin')

/** Parts that a test provides. Its database has its schema already and is not closed here. */
export type ContextParts = Partial<
  Pick<Context, 'clock' | 'log' | 'catalog' | 'judge' | 'mailer' | 'payments' | 'domainRecords'>
> & {
  database?: { db: Db; address: DatabaseAddress }
}

/**
 * Reads the content first, so that a bad file stops the start before a database opens.
 * @throws ContentError, DatabaseStartError: both say what to do
 */
export async function createContext(config: Config, parts: ContextParts = {}): Promise<Context> {
  const log = parts.log ?? createLog(config.logLevel, config.sessionSecret)
  const catalog = parts.catalog ?? loadSnappedContent(config.contentFolder, snapshotFile)
  const opened = parts.database ? { ...parts.database, close: async () => {} } : await openWithJobs(config, log)
  const clock = parts.clock ?? (() => new Date())
  const sessionCache = config.sessionCache ? createSessionCache(opened.db, opened.address, log) : noSessionCache
  return {
    config,
    db: opened.db,
    databaseAddress: opened.address,
    clock,
    span: null,
    newId: randomUUID,
    log,
    catalog,
    ...(config.quarantine
      ? quarantinedAdapters(config)
      : await chooseAdapters(config, parts, { db: opened.db, clock, log })),
    pinHasher: createPinHasher(config.pinHashing),
    takeSignInTurn: createTurns(),
    sessionTokens: createSessionTokens(
      config.sessionSecret,
      atMostEachMinute((seconds) =>
        log.warn(
          { seconds },
          'a session token was issued in the future: a clock of this machine or of another instance is wrong',
        ),
      ),
    ),
    sessionCache,
    close: async () => {
      await sessionCache.close()
      await opened.close()
    },
  }
}

type Adapters = Pick<Context, 'judge' | 'mailer' | 'pushSender' | 'payments' | 'domainRecords'>

/** Everything that acts on the world outside. */
const chooseAdapters = async (
  config: Config,
  parts: ContextParts,
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
): Promise<Adapters> => {
  const { publicUrl, plans, seatPrices } = config
  const isModelOff = async () => (await findModelSwitch(db)).isOff
  return {
    judge: measureJudge(parts.judge ?? chooseJudge(config.judge, log, createDailyBudget(db, clock, log), isModelOff)),
    mailer: parts.mailer ?? chooseMailer(config.mail, db),
    pushSender: createWebPushSender(config.push),
    domainRecords: parts.domainRecords ?? createDnsRecords(config.dnsServers),
    payments: parts.payments ?? (await choosePayments(config.payments, { db, clock, publicUrl, plans, seatPrices })),
  }
}

const inQuarantine = async (): Promise<never> => {
  throw new PaymentsUnavailable('the app runs in quarantine')
}

/** For a copy of the database: reads work, and nothing leaves. Mail and push are sent by jobs, which don't run either. */
const quarantinedAdapters = ({ payments, plans, seatPrices }: Config): Adapters => ({
  judge: createEmbeddedJudge(),
  mailer: { send: inQuarantine },
  pushSender: { accepts: () => false, send: inQuarantine },
  domainRecords: { readTxt: async () => null },
  payments: {
    provider: payments.provider,
    signatureHeader: 'x-quarantine',
    listPrices: async () => plans,
    createCheckout: inQuarantine,
    getCheckout: inQuarantine,
    expireCheckout: inQuarantine,
    getSubscription: inQuarantine,
    listPayments: inQuarantine,
    listDisputes: inQuarantine,
    listDisputesSince: inQuarantine,
    listRefundedSince: inQuarantine,
    cancelAtPeriodEnd: inQuarantine,
    resume: inQuarantine,
    changePlan: inQuarantine,
    cancelNow: inQuarantine,
    refundAll: inQuarantine,
    refundAmount: inQuarantine,
    forgetCustomer: inQuarantine,
    forgetCheckout: inQuarantine,
    openCardPage: inQuarantine,
    adoptCard: inQuarantine,
    changeCustomerEmail: inQuarantine,
    verifyEvent: () => null,
    seats: {
      listPrices: async () => seatPrices,
      saveCompany: inQuarantine,
      createCheckout: inQuarantine,
      createInvoice: inQuarantine,
      getContract: inQuarantine,
      changeSeats: inQuarantine,
      listInvoices: inQuarantine,
    },
    coupons: {
      create: inQuarantine,
      list: inQuarantine,
      find: inQuarantine,
      findByCode: inQuarantine,
      deactivate: inQuarantine,
    },
    embedded: null,
  },
})

/** Leaves nothing open on failure. */
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

/** With two retries and their backoff a learner waits at most 17 seconds. */
const paymentTimeoutMs = 5_000

/** Loads the provider's library only if it's used. */
async function choosePayments(
  config: PaymentsConfig,
  parts: Omit<EmbeddedPaymentsParts, 'webhookSecret' | 'taxRates'>,
): Promise<Payments> {
  switch (config.provider) {
    case 'embedded':
      return createEmbeddedPayments({ ...parts, webhookSecret: config.webhookSecret, taxRates: config.taxRates })
    case 'stripe': {
      const { createStripePayments } = await import('./adapters/payments/stripe-payments.ts')
      return createStripePayments({ ...config, timeoutMs: paymentTimeoutMs, clock: parts.clock })
    }
    default:
      return config satisfies never
  }
}

const mailTimeouts = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 10_000, wholeMs: 30_000 }

function chooseMailer(config: MailConfig, db: Queryable): Mailer {
  switch (config.mailer) {
    case 'outbox':
      return createOutboxMailer(db)
    case 'smtp':
      return createSmtpMailer({
        url: config.smtpUrl,
        mustEncrypt: config.mustEncrypt,
        from: config.from,
        bounceAddress: config.bounceAddress ?? null,
        timeouts: mailTimeouts,
      })
    default:
      return config satisfies never
  }
}
