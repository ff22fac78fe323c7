import { isLoopback } from './private-address.ts'
import { estimateSecretBits, leastSecretBits } from './secret-strength.ts'

/** Published in `.env.example`. */
export const sampleSecrets = {
  SESSION_SECRET: 'sample-session-secret-for-development-only',
  PIN_PEPPER: 'sample-pin-pepper-for-development-only',
}

/** The provider chooses a webhook's secret, so only one that was made up is refused. */
const leastWebhookSecretBits = 40

type YesOrNo = 'yes' | 'no'

type Settings = {
  NODE_ENV: string
  PUBLIC_URL?: string | undefined
  SESSION_SECRET: string
  PIN_PEPPER: string
  OPENAI_BASE_URL?: string | undefined
  STRIPE_API_URL?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  SMTP_URL?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
  DEMO_ACCOUNTS: YesOrNo
  ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION: YesOrNo
  ALLOW_SAMPLE_SECRETS_IN_PRODUCTION: YesOrNo
  ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION: YesOrNo
  ALLOW_TEST_PAYMENTS_IN_PRODUCTION: YesOrNo
  ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION: YesOrNo
}

/** What production refuses and development allows, one sentence each. */
export function productionProblems(env: Settings): string[] {
  if (env.NODE_ENV !== 'production') return []
  return [
    ...demonstrationProblems(env),
    ...secretProblems(env),
    ...publicUrlProblems(env),
    ...(['OPENAI_BASE_URL', 'STRIPE_API_URL'] as const).flatMap((name) => plainProviderProblems(env, name)),
    ...mailServerProblems(env),
  ]
}

function demonstrationProblems(env: Settings): string[] {
  const problems: string[] = []
  if (env.DEMO_ACCOUNTS === 'yes' && env.ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION === 'no')
    problems.push(
      'DEMO_ACCOUNTS: their PINs are public. Set DEMO_ACCOUNTS=no, or ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION=yes.',
    )
  const isTestKey = /^(sk|rk)_test_/.test(env.STRIPE_SECRET_KEY ?? '')
  if (isTestKey && env.ALLOW_TEST_PAYMENTS_IN_PRODUCTION === 'no')
    problems.push(
      'STRIPE_SECRET_KEY: is a test key, so no money moves. Set the live key, or ALLOW_TEST_PAYMENTS_IN_PRODUCTION=yes.',
    )
  return problems
}

const howToMake = 'Make one with: openssl rand -base64 32'

function secretProblems(env: Settings): string[] {
  const problems: string[] = []
  for (const name of ['SESSION_SECRET', 'PIN_PEPPER'] as const) {
    const isSample = env[name] === sampleSecrets[name]
    if (isSample && env.ALLOW_SAMPLE_SECRETS_IN_PRODUCTION === 'no')
      problems.push(`${name}: is the published sample. ${howToMake}, or set ALLOW_SAMPLE_SECRETS_IN_PRODUCTION=yes.`)
    if (!isSample && isGuessable(env[name]))
      problems.push(`${name}: is too easy to guess: it has words, runs or repeats. ${howToMake}`)
  }
  if (env.SESSION_SECRET === env.PIN_PEPPER)
    problems.push(`PIN_PEPPER: is the same as SESSION_SECRET. One leak would give away both. ${howToMake}`)
  if (env.VAPID_PRIVATE_KEY !== undefined && isGuessable(env.VAPID_PRIVATE_KEY))
    problems.push('VAPID_PRIVATE_KEY: is too easy to guess. Make one with: npx web-push generate-vapid-keys')
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET?.split(',') ?? []
  if (webhookSecrets.some((secret) => isGuessable(secret.replace(/^whsec_/, ''), leastWebhookSecretBits)))
    problems.push("STRIPE_WEBHOOK_SECRET: is too easy to guess. Copy it from the webhook's page in Stripe's dashboard.")
  return problems
}

const isGuessable = (secret: string, leastBits = leastSecretBits): boolean => estimateSecretBits(secret) < leastBits

function publicUrlProblems(env: Settings): string[] {
  if (env.PUBLIC_URL === undefined)
    return ['PUBLIC_URL: links in mails would lead to localhost. Set the address where people reach the app.']
  if (env.ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION === 'yes' || !isPlainHttp(env.PUBLIC_URL)) return []
  return [
    'PUBLIC_URL: without https everyone on the way can read PINs. Set an https address, or ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION=yes.',
  ]
}

const isPlainHttp = (url: string): boolean => /^http:/i.test(url)

/** Nothing on this machine's own interface travels over a network, so a self-hosted model may be reached by http there. */
function plainProviderProblems(env: Settings, name: 'OPENAI_BASE_URL' | 'STRIPE_API_URL'): string[] {
  const url = env[name]
  if (url === undefined || !isPlainHttp(url) || isLoopback(url) || env.ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION === 'yes')
    return []
  return [
    `${name}: keys and texts would travel unencrypted. Use https, an address on this machine, or ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION=yes.`,
  ]
}

/** Options of the mail client that a URL can carry and that end encryption or the check of the certificate. */
const weakMailOptions = /^(ignoreTLS|requireTLS|opportunisticTLS|secure|tls\..*)$/i

function mailServerProblems(env: Settings): string[] {
  if (env.SMTP_URL === undefined || !URL.canParse(env.SMTP_URL) || env.ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION === 'yes')
    return []
  const weak = [...new URL(env.SMTP_URL).searchParams.keys()].filter((option) => weakMailOptions.test(option))
  return weak.length === 0
    ? []
    : [
        `SMTP_URL: remove ${weak.join(', ')}: production sends mail encrypted, or set ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION=yes.`,
      ]
}

/** Whether mail must not be sent before the connection is encrypted, by `smtps://` or by STARTTLS. */
export const mustEncryptMail = (env: Settings, smtpUrl: string): boolean =>
  new URL(smtpUrl).username !== '' ||
  (env.NODE_ENV === 'production' && env.ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION === 'no' && !isLoopback(smtpUrl))
