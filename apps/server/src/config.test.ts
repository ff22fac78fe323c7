import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeConfig } from './config.ts'
import { settingNames } from './environment.ts'

const problemsOf = (variables: Record<string, string>) => {
  const made = makeConfig(variables, '/srv')
  return 'problems' in made ? made.problems : []
}
const namesOf = (variables: Record<string, string>) => problemsOf(variables).map((problem) => problem.split(':')[0])
const warningsOf = (variables: Record<string, string>) => makeConfig(variables, '/srv').warnings
const configOf = (variables: Record<string, string>) => {
  const made = makeConfig(variables, '/srv')
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  return made.config
}
const claimOf = (percent: string) => configOf({ CLAIM_AHEAD_PERCENT: percent }).brand.claimAheadPercent
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
  STRIPE_PRICES: 'week=price_a, four-weeks=price_b,month=price_c,twelve-weeks=price_d',
}
const smtp = { MAILER: 'smtp', SMTP_URL: 'smtps://user:secret@mail.example:465' }
/** A valid production configuration. */
const safe = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://learn.example',
  SESSION_SECRET: 'Xk2wq0nUeF4bBz1sT8hVYp6mJd9RcLgA',
  PIN_PEPPER: 'c41d8f02b7e95a6330f8d1b4e7296ac5',
  ...stripe,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_9fQ2xLr7Tz0kWb4NvYh8',
  ...smtp,
}

describe('config', () => {
  it('needs no variables, and the defaults suit one person on one machine', () => {
    expect(configOf({})).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      database: { kind: 'embedded', folder: '/srv/.data', runAs: null },
      judge: { provider: 'embedded' },
      demoAccounts: true,
      trustedProxies: 0,
      contentFolder: '/srv/content',
    })
  })

  it("includes the plan's claim unless the brand makes none", () => {
    expect([claimOf(''), claimOf('75'), claimOf('0')]).toEqual([82, 75, null])
    expect(problemsOf({ CLAIM_AHEAD_PERCENT: '100' })).toEqual(['CLAIM_AHEAD_PERCENT: must be at most 99'])
  })

  it('is the same with .env.example as without variables', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    expect(configOf(parseEnv(example) as Record<string, string>)).toEqual(configOf({}))
  })

  it('follows the port when .env.example is copied and only PORT is set', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const variables = { ...(parseEnv(example) as Record<string, string>), PORT: '4000' }
    expect(configOf(variables).publicUrl).toBe('http://localhost:4000')
  })

  it('uses the configured database and judge', () => {
    const config = configOf({
      DATABASE_URL: 'postgres://a:b@pooler/d',
      DATABASE_DIRECT_URL: 'postgres://a:b@c/d',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: 'http://ai.example/v1',
      OPENAI_DAILY_CALLS: '50',
    })
    expect(config.database).toEqual({ kind: 'url', url: 'postgres://a:b@pooler/d', directUrl: 'postgres://a:b@c/d' })
    expect(config.judge).toEqual({
      provider: 'openai',
      apiKey: 'k',
      baseUrl: 'http://ai.example/v1',
      model: 'gpt-6-luna',
      daily: { calls: 50, answers: 1000, answersPerLearner: 30 },
      prices: { 'gpt-6-luna': { input: 0.1, output: 0.5 } },
    })
  })

  it.each([
    ['http://localhost:11434/v1', 'openai'],
    ['http://127.0.0.1:8080/v1', 'openai'],
    ['http://[::1]:8000/v1', 'openai'],
    ['http://ollama:11434/v1', 'openai'],
    ['http://gpu.internal:8000/v1', 'openai'],
    ['http://10.1.2.3:8000/v1', 'openai'],
    ['http://172.31.0.9:8000/v1', 'openai'],
    ['http://192.168.1.5:8000/v1', 'openai'],
    ['http://[fd00::1]:8000/v1', 'openai'],
    ['https://ai.example/v1', 'embedded'],
    ['http://172.32.0.9:8000/v1', 'embedded'],
    ['http://10.example.com/v1', 'embedded'],
    ['http://169.254.169.254/v1', 'embedded'],
    ['http://[2001:db8::1]/v1', 'embedded'],
  ])('accepts %s as the judge without a key: %s', (baseUrl, provider) => {
    const { judge } = configOf({ OPENAI_BASE_URL: baseUrl })
    expect(judge).toMatchObject(provider === 'openai' ? { provider, apiKey: null, baseUrl } : { provider })
  })

  it('reports every invalid variable at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      SESSION_SECRET: 'short',
      OPENAI_DAILY_CALLS: 'many',
      OPENAI_PRICES: '{"m":1}',
      TRUSTED_PROXIES: 'two',
      LOGIN_NEW_DEVICE: 'never',
      PUBLIC_URL: 'ftp://x',
    })
    const names = [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'SESSION_SECRET',
      'LOGIN_NEW_DEVICE',
      'OPENAI_DAILY_CALLS',
      'OPENAI_PRICES',
      'TRUSTED_PROXIES',
    ]
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(names)
  })

  it('checks the other settings even when one is invalid', () => {
    const given = { ...safe, NODE_ENV: 'prod', LOG_LEVEL: 'loud', PUBLIC_URL: 'http://learn.example' }
    expect(namesOf({ ...given, STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_PRICES: '', SESSION_SECRET: 'short' })).toEqual([
      'NODE_ENV',
      'SESSION_SECRET',
      'STRIPE_SECRET_KEY',
      'LOG_LEVEL',
      'PUBLIC_URL',
      'STRIPE_PRICES',
    ])
  })
})

describe('production', () => {
  it('starts with its own secrets, open to the network and without demo accounts', () => {
    expect(configOf(safe)).toMatchObject({ production: true, host: '0.0.0.0', demoAccounts: false })
  })

  it('refuses sample secrets and demo accounts', () => {
    const problems = problemsOf({ NODE_ENV: 'production', DEMO_ACCOUNTS: 'yes' })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'MAILER',
      'DEMO_ACCOUNTS',
      'SESSION_SECRET',
      'PIN_PEPPER',
      'PUBLIC_URL',
      'STRIPE_SECRET_KEY',
    ])
  })

  it('refuses the default localhost links and one secret for two purposes', () => {
    const problems = problemsOf({ ...safe, PUBLIC_URL: '', PIN_PEPPER: safe.SESSION_SECRET })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PIN_PEPPER', 'PUBLIC_URL'])
    expect(
      configOf({ PUBLIC_URL: '', PIN_PEPPER: safe.SESSION_SECRET, SESSION_SECRET: safe.SESSION_SECRET }),
    ).toBeTruthy()
  })

  it('starts with unsafe settings only when an explicit flag allows them', () => {
    const flags = {
      ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION: 'yes',
      ALLOW_SAMPLE_SECRETS_IN_PRODUCTION: 'yes',
      ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION: 'yes',
      ALLOW_OUTBOX_IN_PRODUCTION: 'yes',
      ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION: 'yes',
      PUBLIC_URL: 'http://localhost:3000',
    }
    expect(configOf({ NODE_ENV: 'production', DEMO_ACCOUNTS: 'yes', ...flags }).demoAccounts).toBe(true)
  })

  it.each([
    ['ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION', 'PUBLIC_URL', 'http://learn.example'],
    ['ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION', 'PUBLIC_URL', 'HTTP://localhost:3000'],
    ['ALLOW_TEST_PAYMENTS_IN_PRODUCTION', 'STRIPE_SECRET_KEY', 'sk_test_1'],
    ['ALLOW_TEST_PAYMENTS_IN_PRODUCTION', 'STRIPE_SECRET_KEY', 'rk_test_1'],
    ['ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION', 'STRIPE_API_URL', 'http://stripe.example'],
    ['ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION', 'OPENAI_BASE_URL', 'http://ollama:11434/v1'],
    ['ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION', 'OPENAI_BASE_URL', 'http://localhost.example/v1'],
    ['ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION', 'SMTP_URL', 'smtp://u:p@mail.example?ignoreTLS=true'],
    ['ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION', 'SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
  ])('needs %s=yes for %s=%s', (flag, name, value) => {
    const [problem, ...others] = problemsOf({ ...safe, [name]: value })
    expect(problem).toMatch(new RegExp(`^${name}: .* ${flag}=yes\\.$`))
    expect(others).toEqual([])
    expect(problemsOf({ ...safe, [name]: value, [flag]: 'yes' })).toEqual([])
    expect(problemsOf({ ...safe, NODE_ENV: 'development', [name]: value })).toEqual([])
  })

  it.each([
    ['OPENAI_BASE_URL', 'http://localhost:11434/v1'],
    ['OPENAI_BASE_URL', 'http://127.0.0.1:8080'],
    ['OPENAI_BASE_URL', 'http://[::1]:8080'],
    ['OPENAI_BASE_URL', 'https://ai.example/v1'],
    ['STRIPE_SECRET_KEY', 'rk_live_1'],
    ['SMTP_URL', 'smtp://mail.example:587'],
  ])('accepts %s=%s', (name, value) => {
    expect(problemsOf({ ...safe, [name]: value })).toEqual([])
  })

  it.each([
    ['SESSION_SECRET', 's'.repeat(32)],
    ['PIN_PEPPER', 'please-change-this-secret-before-production'],
    ['VAPID_PRIVATE_KEY', `${'A'.repeat(42)}E`],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_test'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_9fQ2xLr7Tz0kWb4NvYh8,whsec_aaaaaaaaaaaaaaaaaaaaaaaa'],
  ])('refuses %s=%s and says how to create a good one', (name, value) => {
    expect(problemsOf({ ...safe, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: is too easy to guess.*(Make one with: |Copy it from )`)),
    ])
    expect(problemsOf({ ...safe, NODE_ENV: 'development', [name]: value })).toEqual([])
  })

  it.each([
    ['smtp://mail.example:587', true],
    ['smtps://mail.example', true],
    ['smtp://localhost:1025', false],
    ['smtp://user:password@localhost:1025', true],
  ])('sends mail through %s only when it is encrypted: %s', (url, mustEncrypt) => {
    expect(configOf({ ...safe, SMTP_URL: url }).mail).toMatchObject({ mustEncrypt })
  })
})

describe('unknown variables', () => {
  it.each([
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DATABSE_ULR', 'DATABASE_URL'],
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['STRIPE_KEY', 'STRIPE_SECRET_KEY'],
    ['OPENAI_KEY', 'OPENAI_API_KEY'],
    ['LIMIT_LOGIN', 'LIMIT_LOGIN_PER_MINUTE'],
    ['ALLOW_DEMO_IN_PRODUCTION', 'ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION'],
    ['SUPPORT_MAIL', 'SUPPORT_EMAIL'],
  ])('%s causes a warning with the closest name and does not stop the start', (name, nearest) => {
    expect(warningsOf({ [name]: 'x' })).toEqual([
      `${name}: is not a setting and has no effect. Did you mean ${nearest}?`,
    ])
    expect(problemsOf({ [name]: 'x' })).toEqual([])
  })

  it('are ignored when they belong to a shell, npm, a container, CI or another program', () => {
    const ordinary =
      'PATH HOME MAIL MAILTO USER SHELL TERM LANG LC_ALL PWD OLDPWD SHLVL HOSTNAME HOSTTYPE LOGNAME EDITOR TZ CI DEBUG _ ' +
      'NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS npm_config_cache npm_package_name npm_lifecycle_event INIT_CWD ' +
      'PGHOST PGUSER PGDATA POSTGRES_PASSWORD KUBERNETES_PORT KITEWISE_SERVICE_HOST DB_PORT_5432_TCP http_proxy NO_PROXY ' +
      'GITHUB_ACTIONS RUNNER_OS XDG_DATA_DIRS SSH_AUTH_SOCK DISPLAY COLORTERM FORCE_COLOR INVOCATION_ID JOURNAL_STREAM ' +
      'VITEST NODE_TEST_CONTEXT DATADOG_API_KEY SENTRY_DSN AWS_REGION'
    expect(warningsOf(Object.fromEntries(ordinary.split(' ').map((name) => [name, 'x'])))).toEqual([])
    expect(warningsOf({ PROT: '' })).toEqual([])
  })
})

describe('traces', () => {
  it.each([
    [{}, 1],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 0.1],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, 1],
    [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 1],
  ])('with %o, record a share of %d', (variables, tracedShare) => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318'
    expect(configOf({ ...variables, OTEL_EXPORTER_OTLP_ENDPOINT }).otlp).toMatchObject({ tracedShare })
  })

  it('describe the service', () => {
    const described = configOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,team=a%20b',
    }).otlp
    expect(described?.resource).toEqual({
      'deployment.environment.name': 'production',
      team: 'a b',
      'service.name': 'kitewise',
    })
    expect(problemsOf({ OTEL_RESOURCE_ATTRIBUTES: 'team=%' })).toHaveLength(1)
  })
})

describe('mail', () => {
  it('stays in the outbox unless a mail server is set, and comes from the support address or a configured one', () => {
    const from = { name: 'Kitewise', address: 'support@kitewise.example' }
    expect(configOf({}).mail).toEqual({ mailer: 'outbox', from, bounceAddress: null, eventsSecret: null })
    const reports = { bounceAddress: 'bounces@kitewise.example', eventsSecret: 'reports-'.repeat(4) }
    const sent = configOf({
      ...smtp,
      MAIL_FROM: 'hello@kitewise.example',
      MAIL_BOUNCE_ADDRESS: reports.bounceAddress,
      MAIL_EVENTS_SECRET: reports.eventsSecret,
    }).mail
    expect(sent).toEqual({
      mailer: 'smtp',
      smtpUrl: smtp.SMTP_URL,
      mustEncrypt: true,
      from: { name: 'Kitewise', address: 'hello@kitewise.example' },
      ...reports,
    })
  })

  it.each([
    ['SMTP_URL', { MAILER: 'smtp' }],
    ['SMTP_URL', { MAILER: 'smtp', SMTP_URL: 'https://mail.example' }],
    ['MAILER', { SMTP_URL: smtp.SMTP_URL }],
    ['MAILER', { MAILER: 'pigeon' }],
    ['MAIL_FROM', { MAIL_FROM: 'Kitewise <hello@kitewise.example>' }],
  ])('refuses an invalid %s: %o', (name, variables) => {
    expect(problemsOf(variables).map((problem) => problem.split(':')[0])).toEqual([name])
  })
})

describe('plans and payment', () => {
  it('default to four plans and the embedded provider, whose secret derives from the session secret', () => {
    const { plans, payments } = configOf({})
    expect(plans.map(({ amount, trialDays, isMostPopular }) => [amount, trialDays, isMostPopular])).toEqual([
      [999, 0, false],
      [2499, 0, false],
      [2999, 7, true],
      [5999, 0, false],
    ])
    const other = configOf({ SESSION_SECRET: 'x'.repeat(32) }).payments
    expect(payments.provider).toBe('embedded')
    expect(other).not.toEqual(payments)
  })

  it('use Stripe when a key is set, with two secrets during rotation', () => {
    expect(configOf(stripe).payments).toEqual({
      provider: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      prices: { week: 'price_a', 'four-weeks': 'price_b', month: 'price_c', 'twelve-weeks': 'price_d' },
      seatPrices: {},
      apiUrl: null,
      hasAutomaticTax: false,
    })
    expect(configOf({ ...stripe, STRIPE_AUTOMATIC_TAX: 'yes' }).payments).toMatchObject({ hasAutomaticTax: true })
  })

  it('read the tax rates of the test provider', () => {
    expect(configOf({ EMBEDDED_TAX_RATES: 'DE=19, FR=5.5' }).payments).toMatchObject({ taxRates: { DE: 19, FR: 5.5 } })
    expect(configOf({}).payments).toMatchObject({ taxRates: {} })
  })

  it.each([
    ['no webhook secret', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }, ['STRIPE_WEBHOOK_SECRET']],
    ['a plan without a price', { ...stripe, STRIPE_PRICES: 'week=price_a' }, Array(3).fill('STRIPE_PRICES')],
    ['a price without a plan', { ...stripe, STRIPE_PRICES: `${stripe.STRIPE_PRICES},day=price_e` }, ['STRIPE_PRICES']],
    ['invalid prices', { ...stripe, STRIPE_PRICES: 'week:9.99' }, ['STRIPE_PRICES']],
    ['an invalid key', { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }, ['STRIPE_SECRET_KEY']],
    ['tax without Stripe', { STRIPE_AUTOMATIC_TAX: 'yes' }, ['STRIPE_AUTOMATIC_TAX']],
    ['invalid tax rates', { EMBEDDED_TAX_RATES: 'Germany=19' }, ['EMBEDDED_TAX_RATES']],
    ['plans that are not JSON', { PLANS: 'week' }, ['PLANS']],
    ['a plan with a price in dollars', { PLANS: '[{"productId":"week","name":"Week","amount":9.99}]' }, ['PLANS']],
  ])('refuse %s', (_name, variables, names) => {
    expect(problemsOf(variables).map((problem) => problem.split(':')[0])).toEqual(names)
  })

  it('read other plans from PLANS', () => {
    const year = { productId: 'year', name: 'Year', amount: 9900, currency: 'eur', interval: 'year', intervalCount: 1 }
    expect(configOf({ PLANS: JSON.stringify([year]) }).plans).toEqual([{ ...year, trialDays: 0, isMostPopular: false }])
  })
})

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

it('explains every setting in docs/operations.md, and has each in .env.example', () => {
  const [explained, sample] = [read('docs/operations.md'), read('.env.example')]
  expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(explained))).toEqual([])
  expect(settingNames.filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(sample))).toEqual([])
})
