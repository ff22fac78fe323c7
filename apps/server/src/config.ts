import { resolve } from 'node:path'
import { type JudgeConfig, judgeOf } from './adapters/judge/settings.ts'
import { type MailConfig, mailOf } from './adapters/mail/settings.ts'
import type { Plan } from './adapters/payments/port.ts'
import type { SeatPrice } from './adapters/payments/seats/port.ts'
import { type PaymentsConfig, paymentsOf, plansOf, seatPricesOf } from './adapters/payments/settings.ts'
import { type PushConfig, pushOf } from './adapters/push/settings.ts'
import type { DatabaseChoice } from './database/open-database.ts'
import { type Environment, readEnvironment } from './environment.ts'

/** Argon2id's cost, and how many hashes one process runs and queues. */
export type PinHashing = { pepper: string; memoryKib: number; passes: number; atOnce: number; queue: number }

/** Per network address, or per learner (judge). */
export type RequestLimits = {
  generalPerMinute: number
  loginPerMinute: number
  /** By all unknown devices together. More than this, and more than one per thousand accounts, is an attack. */
  wrongPinsPerDay: number
  judgePerMinute: number
  judgePerDay: number
  registerPerHour: number
  /** Steps of a sign-in to the desk. */
  deskSignInPerMinute: number
  supportPerHour: number
  certificateFilesPerMinute: number
  /** Per calendar address. */
  calendarReadsPerHour: number
  /** Per API key of an organization. */
  publicApiPerMinute: number
  /** Mails requested per network address, and in total. */
  mailPerHour: number
  mailAllPerHour: number
  /** For visitors without an account. Many phones may share one address. */
  visitorJudgePerMinute: number
  visitorJudgePerDay: number
}

/** Open connections in total and per network address (0: no limit). */
export type ConnectionLimits = { most: number; perNetwork: number }

type HttpTimeouts = {
  headersMs: number
  requestMs: number
  checkEveryMs: number
  keepAliveMs: number
  /** How long a client may read nothing of an answer. */
  unreadMs: number
  /** How long answers close their connections before the server stops listening. */
  drainMs: number
  stopMs: number
}

type Brand = {
  name: string
  company: string
  postalAddress: string
  supportEmail: string
  /** The claim "ahead of n % of beginners" on the personal plan; null for none. */
  claimAheadPercent: number | null
}

/** `endpoint`: without a trailing slash. */
/** `tracedShare`: of requests and jobs, from 0 to 1. */
export type OtlpConfig = {
  endpoint: string
  headers: Record<string, string>
  /** What describes this service, such as `service.name`. */
  resource: Record<string, string>
  tracedShare: number
}

/** An OpenID Connect provider for staff. `issuer` as `URL` writes it; `label` is its name on the sign-in button. */
export type OidcConfig = { issuer: string; clientId: string; clientSecret: string; label: string }

export type Config = {
  production: boolean
  host: string
  port: number
  /** Without a trailing slash. Links and cookies use it, never the request. */
  publicUrl: string
  database: DatabaseChoice
  /** `folder`: null for no nightly backups. */
  backups: { folder: string | null; key: Buffer | null }
  /** The app runs on a copy and must not act on the world: no jobs, mail, provider, push, webhooks or model. */
  quarantine: boolean
  sessionSecret: string
  /** Whether checked sessions are kept for a few seconds. */
  sessionCache: boolean
  pinHashing: PinHashing
  /** risk: an unknown device may try PINs, within limits. mail: it needs a mailed link first. */
  loginNewDevice: 'risk' | 'mail'
  judge: JudgeConfig
  mail: MailConfig
  push: PushConfig
  payments: PaymentsConfig
  /** In the order of the screen. */
  plans: Plan[]
  /** Of one seat at the embedded provider. */
  seatPrices: SeatPrice[]
  /** The number of our own proxies in front, whose client address is trusted. */
  trustedProxies: number
  logLevel: Environment['LOG_LEVEL']
  demoAccounts: boolean
  brand: Brand
  /** A mailto: or https: address. */
  securityContact: string
  contentFolder: string
  /** The built web app; without it the server is an API only. */
  webFolder: string
  /** The built desk; without it the server has only the desk's API. */
  deskFolder: string
  /** Where staff may sign in besides; null: nowhere. */
  deskOidc: OidcConfig | null
  /** For proofs of domains, as IP addresses; empty: those of the operating system. */
  dnsServers: string[]
  /** Identity providers of organizations may be on this machine, without https. Only for tests. */
  localProviders: boolean
  /** For so long, receivers of an organization's events may take to answer. */
  eventAnswerMs: number
  limits: RequestLimits
  connections: ConnectionLimits
  timeouts: HttpTimeouts
  /** Above this event loop delay, requests get 503. 0 disables the check. */
  maxEventLoopDelayMs: number
  /** Where Prometheus reads; null: nowhere. */
  metrics: { host: string; port: number } | null
  /** The OpenTelemetry receiver for traces and errors; null: none. */
  otlp: OtlpConfig | null
}

/** RFC 9106's second recommendation: 55-61 ms per hash on a small server. Tests use less. */
const pinHashingCost = { memoryKib: 64 * 1024, passes: 3, atOnce: 2, queue: 50 }

/** Builds the config, or lists every problem in one sentence each. `folder` is the base of relative folders. */
export function makeConfig(
  variables: Record<string, string | undefined>,
  folder: string,
): ({ config: Config } | { problems: string[] }) & { warnings: string[] } {
  const read = readEnvironment(variables)
  if ('problems' in read) return read
  return { config: fromEnvironment(read.environment, folder), warnings: read.warnings }
}

const brandOf = (env: Environment): Brand => ({
  name: env.BRAND_NAME,
  company: env.BRAND_COMPANY,
  postalAddress: env.BRAND_ADDRESS,
  supportEmail: env.SUPPORT_EMAIL,
  claimAheadPercent: env.CLAIM_AHEAD_PERCENT === 0 ? null : env.CLAIM_AHEAD_PERCENT,
})

const connectionsOf = (env: Environment): ConnectionLimits => ({
  most: env.MAX_CONNECTIONS,
  // Behind proxies all connections come from a few addresses.
  perNetwork: env.MAX_CONNECTIONS_PER_NETWORK ?? (env.TRUSTED_PROXIES > 0 ? 0 : 100),
})

/** The other two are there if the issuer is. */
const deskOidcOf = (env: Environment): OidcConfig | null =>
  env.DESK_OIDC_ISSUER === undefined
    ? null
    : {
        issuer: new URL(env.DESK_OIDC_ISSUER).href,
        clientId: env.DESK_OIDC_CLIENT_ID ?? '',
        clientSecret: env.DESK_OIDC_CLIENT_SECRET ?? '',
        label: env.DESK_OIDC_LABEL,
      }

const otlpOf = (env: Environment): OtlpConfig | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  if (endpoint === undefined || env.OTEL_SDK_DISABLED === 'true') return null
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: readPairs(env.OTEL_EXPORTER_OTLP_HEADERS),
    resource: { ...readPairs(env.OTEL_RESOURCE_ATTRIBUTES), 'service.name': env.OTEL_SERVICE_NAME },
    tracedShare: tracedShareOf(env),
  }
}

/** `name=value,name=value`, with encoded values. */
const readPairs = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name.trim(), decodeURIComponent(value.join('=').trim())]
      }),
  )

/** Every request and job begins a trace, so the samplers that follow a parent decide as those that don't. */
const tracedShareOf = ({ OTEL_TRACES_SAMPLER: sampler = 'always_on', OTEL_TRACES_SAMPLER_ARG: share }: Environment) => {
  if (sampler.endsWith('traceidratio')) return Number(share ?? 1)
  return sampler.endsWith('always_on') ? 1 : 0
}

const fromEnvironment = (env: Environment, folder: string): Config => ({
  production: env.NODE_ENV === 'production',
  host: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
  port: env.PORT,
  publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
  database: env.DATABASE_URL
    ? { kind: 'url', url: env.DATABASE_URL, directUrl: env.DATABASE_DIRECT_URL ?? null }
    : { kind: 'embedded', folder: resolve(folder, env.DATA_DIR), runAs: env.EMBEDDED_PG_USER ?? null },
  backups: {
    folder: env.BACKUP_DIR === undefined ? null : resolve(folder, env.BACKUP_DIR),
    key: env.BACKUP_KEY === undefined ? null : Buffer.from(env.BACKUP_KEY, 'base64'),
  },
  quarantine: env.QUARANTINE === 'yes',
  sessionSecret: env.SESSION_SECRET,
  sessionCache: env.SESSION_CACHE === 'yes',
  pinHashing: { pepper: env.PIN_PEPPER, ...pinHashingCost },
  loginNewDevice: env.LOGIN_NEW_DEVICE,
  judge: judgeOf(env),
  mail: mailOf(env),
  push: pushOf(env),
  payments: paymentsOf(env),
  plans: plansOf(env),
  seatPrices: seatPricesOf(env),
  trustedProxies: env.TRUSTED_PROXIES,
  logLevel: env.LOG_LEVEL,
  demoAccounts: env.DEMO_ACCOUNTS === 'yes',
  brand: brandOf(env),
  securityContact: env.SECURITY_CONTACT ?? `mailto:${env.SUPPORT_EMAIL}`,
  contentFolder: resolve(folder, env.CONTENT_DIR),
  webFolder: resolve(folder, env.WEB_DIR),
  deskFolder: resolve(folder, env.DESK_DIR),
  deskOidc: deskOidcOf(env),
  dnsServers: env.DNS_SERVERS?.split(',') ?? [],
  localProviders: false,
  eventAnswerMs: 10_000,
  limits: limitsOf(env),
  connections: connectionsOf(env),
  timeouts: {
    headersMs: 8_000,
    requestMs: 10_000,
    checkEveryMs: 2_000,
    keepAliveMs: 65_000,
    unreadMs: 20_000,
    drainMs: 300,
    stopMs: 10_000,
  },
  maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
  otlp: otlpOf(env),
  metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
})

const limitsOf = (env: Environment): RequestLimits => ({
  generalPerMinute: env.LIMIT_GENERAL_PER_MINUTE,
  loginPerMinute: env.LIMIT_LOGIN_PER_MINUTE,
  wrongPinsPerDay: env.LIMIT_WRONG_PINS_PER_DAY,
  judgePerMinute: 10,
  judgePerDay: 100,
  mailPerHour: env.LIMIT_MAIL_PER_HOUR ?? (env.NODE_ENV === 'production' ? 10 : 100),
  mailAllPerHour: env.LIMIT_MAIL_ALL_PER_HOUR,
  certificateFilesPerMinute: 60,
  calendarReadsPerHour: 60,
  publicApiPerMinute: 120,
  registerPerHour: env.LIMIT_REGISTER_PER_HOUR,
  deskSignInPerMinute: 20,
  supportPerHour: env.LIMIT_SUPPORT_PER_HOUR,
  visitorJudgePerMinute: 30,
  visitorJudgePerDay: 1_000,
})
