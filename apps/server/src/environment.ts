import { isCurrency } from '@kitewise/contract/currencies'
import { isIP } from 'node:net'
import { defaultBrand } from '@kitewise/texts/brand'
import { z } from 'zod'
import { defaultModel, modelPrices } from './adapters/judge/settings.ts'
import { mailProblems } from './adapters/mail/settings.ts'
import { paymentProblems } from './adapters/payments/settings.ts'
import { knownPushServices, pushProblems } from './adapters/push/settings.ts'
import { productionProblems, productionWarnings, sampleSecrets } from './production-problems.ts'

const yesOrNo = z.enum(['yes', 'no'])
const wholeNumber = z.string().regex(/^\d{1,9}$/, 'must be a whole number')
const count = (fallback: number) => wholeNumber.default(String(fallback)).transform(Number)
const secret = (sample: string) => z.string().min(32, 'must have at least 32 characters').default(sample)

const pairs = z
  .string()
  .regex(/^(?!.*%(?![0-9a-fA-F]{2}))[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'must be name=value,name=value')

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().optional(),
  PORT: count(3000).refine((port) => port < 65_536, 'must be below 65536'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATA_DIR: z.string().default('.data'),
  EMBEDDED_PG_USER: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes as Base64. Make one with: openssl rand -base64 32')
    .optional(),
  QUARANTINE: yesOrNo.default('no'),
  SESSION_SECRET: secret(sampleSecrets.SESSION_SECRET),
  SESSION_CACHE: yesOrNo.default('yes'),
  PIN_PEPPER: secret(sampleSecrets.PIN_PEPPER),
  LOGIN_NEW_DEVICE: z.enum(['risk', 'mail']).default('risk'),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  OPENAI_MODEL: z.string().default(defaultModel),
  OPENAI_DAILY_CALLS: count(2000),
  OPENAI_DAILY_ANSWERS: count(1000),
  OPENAI_DAILY_ANSWERS_PER_LEARNER: count(30),
  OPENAI_PRICES: modelPrices,
  PLANS: z.string().optional(),
  SEAT_PRICE_MONTH: count(1900),
  SEAT_PRICE_YEAR: count(19_000),
  SEAT_CURRENCY: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be a currency of three small letters')
    .refine(isCurrency, 'is no currency of ISO 4217')
    .default('usd'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^\s,]+(,whsec_[^\s,]+)?$/, 'must be one whsec_… or, while it is being changed, two with a comma')
    .optional(),
  STRIPE_PRICES: z.string().optional(),
  STRIPE_SEAT_PRICES: z.string().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  STRIPE_AUTOMATIC_TAX: yesOrNo.default('no'),
  EMBEDDED_TAX_RATES: z.string().optional(),
  ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION: yesOrNo.default('no'),
  MAILER: z.enum(['outbox', 'smtp']).default('outbox'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  MAIL_BOUNCE_ADDRESS: z.email('must be an email address').optional(),
  MAIL_EVENTS_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOW_OUTBOX_IN_PRODUCTION: yesOrNo.default('no'),
  VAPID_PRIVATE_KEY: z.string().optional(),
  PUSH_SERVICES: z.string().default(knownPushServices),
  TRUSTED_PROXIES: count(0).refine((proxies) => proxies <= 10, 'must be at most 10'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DEMO_ACCOUNTS: yesOrNo.optional(),
  ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION: yesOrNo.default('no'),
  ALLOW_SAMPLE_SECRETS_IN_PRODUCTION: yesOrNo.default('no'),
  ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION: yesOrNo.default('no'),
  ALLOW_TEST_PAYMENTS_IN_PRODUCTION: yesOrNo.default('no'),
  ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION: yesOrNo.default('no'),
  BRAND_NAME: z.string().default(defaultBrand.brand),
  BRAND_COMPANY: z.string().default(defaultBrand.company),
  BRAND_ADDRESS: z.string().default(defaultBrand.postalAddress),
  SUPPORT_EMAIL: z.email('must be an email address').default(defaultBrand.supportEmail),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
    .optional(),
  CLAIM_AHEAD_PERCENT: count(82).refine((percent) => percent <= 99, 'must be at most 99'),
  CONTENT_DIR: z.string().default('content'),
  WEB_DIR: z.string().default('dist/web'),
  DESK_DIR: z.string().default('dist/desk'),
  DESK_OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  DESK_OIDC_CLIENT_ID: z.string().optional(),
  DESK_OIDC_CLIENT_SECRET: z.string().optional(),
  DESK_OIDC_LABEL: z.string().max(40, 'must have at most 40 characters').default('single sign-on'),
  DNS_SERVERS: z
    .string()
    .refine(
      (list) => list.split(',').every((server) => isIP(server) !== 0),
      'must be IP addresses with a comma between them',
    )
    .optional(),
  LIMIT_GENERAL_PER_MINUTE: count(3000),
  LIMIT_LOGIN_PER_MINUTE: count(60),
  LIMIT_MAIL_PER_HOUR: wholeNumber.transform(Number).optional(),
  LIMIT_WRONG_PINS_PER_DAY: count(20),
  LIMIT_MAIL_ALL_PER_HOUR: count(1000),
  LIMIT_REGISTER_PER_HOUR: count(600),
  LIMIT_SUPPORT_PER_HOUR: count(10),
  MAX_CONNECTIONS: count(1000).refine((connections) => connections >= 10, 'must be at least 10'),
  MAX_CONNECTIONS_PER_NETWORK: wholeNumber.transform(Number).optional(),
  MAX_EVENT_LOOP_DELAY_MS: count(200),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json, the only protocol here').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().default('kitewise'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0?\.\d+|[01](\.0+)?)$/, 'must be a number from 0 to 1')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber
    .transform(Number)
    .refine((port) => port > 0 && port < 65_536, 'must be from 1 to 65535')
    .optional(),
})

const withDemoDefault = variables.transform((env) => ({
  ...env,
  DEMO_ACCOUNTS: env.DEMO_ACCOUNTS ?? (env.NODE_ENV === 'production' ? ('no' as const) : ('yes' as const)),
}))

/** Every variable that is a setting. */
export const settingNames: readonly string[] = Object.keys(variables.shape)

export type Environment = z.output<typeof withDemoDefault>

type Variables = Record<string, string | undefined>

const backupProblems = (env: Environment): string[] =>
  env.BACKUP_DIR !== undefined && env.BACKUP_KEY === undefined
    ? ['BACKUP_KEY: is required with BACKUP_DIR. Make one with: openssl rand -base64 32, and keep a copy elsewhere.']
    : []

const oidcNames = ['DESK_OIDC_ISSUER', 'DESK_OIDC_CLIENT_ID', 'DESK_OIDC_CLIENT_SECRET'] as const

const oidcProblems = (env: Environment): string[] => {
  const missing = oidcNames.filter((name) => env[name] === undefined)
  if (missing.length === oidcNames.length) return []
  return missing.map((name) => `${name}: is required with the other settings of DESK_OIDC`)
}

const problemsOf = (env: Environment): string[] => [
  ...backupProblems(env),
  ...(env.METRICS_PORT === env.PORT ? ['METRICS_PORT: must differ from PORT'] : []),
  ...mailProblems(env),
  ...oidcProblems(env),
  ...productionProblems(env),
  ...paymentProblems(env),
  ...pushProblems(env),
]

/** Even a wrong value shows the intention, so the variables that go with it are checked too. */
const keptWhenWrong = ['STRIPE_SECRET_KEY', 'SMTP_URL'] as const

/** A variable's own problem hides the combined ones that name it. */
const allProblems = (set: Variables, issues: readonly { path: PropertyKey[]; message: string }[]): string[] => {
  const own = new Map(issues.map(({ path, message }) => [path.join('.'), message]))
  const isProduction = /^prod/i.test(set.NODE_ENV ?? '')
  const good = Object.entries(set).filter(([name]) => !own.has(name))
  const rest = withDemoDefault.parse({ ...Object.fromEntries(good), ...(isProduction && { NODE_ENV: 'production' }) })
  for (const name of keptWhenWrong) rest[name] ??= set[name]
  const others = problemsOf(rest).filter((problem) => !own.has(problem.split(':')[0] ?? ''))
  return [...[...own].map(([name, message]) => `${name}: ${message}`), ...others]
}

/** Reads the variables; an empty one counts as unset. Reports every problem at once, and warns about unknown variables. */
export function readEnvironment(
  given: Variables,
): ({ environment: Environment } | { problems: string[] }) & { warnings: string[] } {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
  const warnings = unknownVariables(Object.keys(set), Object.keys(variables.shape))
  const parsed = withDemoDefault.safeParse(set)
  if (!parsed.success) return { problems: allProblems(set, parsed.error.issues), warnings }
  const problems = problemsOf(parsed.data)
  if (problems.length > 0) return { problems, warnings }
  return { environment: parsed.data, warnings: [...warnings, ...productionWarnings(parsed.data)] }
}

/** Unknown variables with these prefixes are meant for us. */
const ourPrefixes =
  /^(ALLOW_\w+_IN_PRODUCTION$|(BACKUP|BRAND|CLAIM|DESK_OIDC|EMBEDDED_PG|LIMIT|MAIL|METRICS|OPENAI|PUSH|SMTP|STRIPE|SUPPORT|VAPID)_)/

/** Variables of other programs that look like typos of ours. */
const ordinary = new Set(['HOME', 'MAIL', 'MAILTO', 'HOSTS', 'PLAN', 'POST', 'PORTS'])

/** Warns about variables that look like misspelled settings: `PROT` for `PORT`. */
function unknownVariables(given: readonly string[], known: readonly string[]): string[] {
  const settings = new Set(known)
  return given.flatMap((name) => {
    if (settings.has(name) || ordinary.has(name)) return []
    const upper = name.toUpperCase()
    const meant = known.find((setting) => isSlip(upper, setting)) ?? (ourPrefixes.test(upper) && likest(upper, known))
    return meant ? [`${name}: is not a setting and has no effect. Did you mean ${meant}?`] : []
  })
}

/** Short names are close to many others: HOME and HOST differ by two letters. */
const isSlip = (name: string, setting: string): boolean => countSlips(name, setting) <= (setting.length < 8 ? 1 : 2)

function likest(name: string, known: readonly string[]): string | undefined {
  const words = new Set(name.split('_'))
  const unlikeness = (setting: string): number =>
    countSlips(name, setting) - 100 * setting.split('_').filter((word) => words.has(word)).length
  return known.toSorted((a, b) => unlikeness(a) - unlikeness(b))[0]
}

/** Damerau-Levenshtein distance. */
function countSlips(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const wrong = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(wrong, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    beforeLast = last
    last = current
  }
  return last.at(-1) ?? 0
}
