import { isLoopback } from './adapters/private-address.ts'

/** Published in `.env.example`. */
export const sampleSecrets = {
  SESSION_SECRET: 'sample-session-secret-for-development-only',
  PIN_PEPPER: 'sample-pin-pepper-for-development-only',
}

/** The provider generates webhook secrets, so only made-up ones fail this. */
const leastWebhookSecretBits = 40

type YesOrNo = 'yes' | 'no'

type Settings = {
  NODE_ENV: string
  PUBLIC_URL?: string | undefined
  SESSION_SECRET: string
  PIN_PEPPER: string
  DESK_OIDC_ISSUER?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  STRIPE_API_URL?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  SMTP_URL?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
  DATABASE_URL?: string | undefined
  BACKUP_DIR?: string | undefined
  BACKUP_KEY?: string | undefined
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
    ...(['OPENAI_BASE_URL', 'STRIPE_API_URL', 'DESK_OIDC_ISSUER'] as const).flatMap((name) =>
      plainProviderProblems(env, name),
    ),
  ]
}

/** What production allows but an operator should know. */
export function productionWarnings(env: Settings): string[] {
  if (env.NODE_ENV !== 'production') return []
  if (env.DATABASE_URL !== undefined) return plainDatabaseWarnings(env.DATABASE_URL)
  if (env.BACKUP_DIR !== undefined) return []
  return ['BACKUP_DIR: is not set, so the embedded database is not backed up. Set it and BACKUP_KEY.']
}

/** Everything that learners store crosses the network to a database on another machine. */
function plainDatabaseWarnings(url: string): string[] {
  const address = URL.canParse(url) ? new URL(url) : null
  const host = address?.searchParams.get('host') ?? decodeURIComponent(address?.hostname ?? '')
  const isHere = host === '' || host.startsWith('/') || isLoopback(`http://${host}`)
  const isEncrypted = ['require', 'verify-ca', 'verify-full'].includes(address?.searchParams.get('sslmode') ?? '')
  if (address === null || isHere || isEncrypted) return []
  return [
    `DATABASE_URL: the connection to ${host} isn't encrypted. Add ?sslmode=verify-full, unless nobody else can read that network.`,
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
      problems.push(`${name}: is too easy to guess: it contains words, runs or repeats. ${howToMake}`)
  }
  if (env.SESSION_SECRET === env.PIN_PEPPER)
    problems.push(`PIN_PEPPER: is the same as SESSION_SECRET. One leak would reveal both. ${howToMake}`)
  if (env.VAPID_PRIVATE_KEY !== undefined && isGuessable(env.VAPID_PRIVATE_KEY))
    problems.push('VAPID_PRIVATE_KEY: is too easy to guess. Make one with: npx web-push generate-vapid-keys')
  if (env.BACKUP_KEY !== undefined && isGuessable(env.BACKUP_KEY))
    problems.push(`BACKUP_KEY: is too easy to guess. ${howToMake}`)
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET?.split(',') ?? []
  if (webhookSecrets.some((secret) => isGuessable(secret.replace(/^whsec_/, ''), leastWebhookSecretBits)))
    problems.push("STRIPE_WEBHOOK_SECRET: is too easy to guess. Copy it from the webhook's page in Stripe's dashboard.")
  return problems
}

const isGuessable = (secret: string, leastBits = leastSecretBits): boolean => estimateSecretBits(secret) < leastBits

function publicUrlProblems(env: Settings): string[] {
  if (env.PUBLIC_URL === undefined)
    return ['PUBLIC_URL: links in emails would point to localhost. Set the public address of the app.']
  if (env.ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION === 'yes' || !isPlainHttp(env.PUBLIC_URL)) return []
  return [
    'PUBLIC_URL: without https, PINs travel unencrypted. Set an https address, or ALLOW_HTTP_PUBLIC_URL_IN_PRODUCTION=yes.',
  ]
}

const isPlainHttp = (url: string): boolean => /^http:/i.test(url)

/** Loopback traffic stays on this machine, so a self-hosted model there may use http. */
function plainProviderProblems(
  env: Settings,
  name: 'OPENAI_BASE_URL' | 'STRIPE_API_URL' | 'DESK_OIDC_ISSUER',
): string[] {
  const url = env[name]
  if (url === undefined || !isPlainHttp(url) || isLoopback(url) || env.ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION === 'yes')
    return []
  return [
    `${name}: keys and texts would travel unencrypted. Use https, an address on this machine, or ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION=yes.`,
  ]
}

/** The minimum. 32 random digits have 106 bits, 32 random hexadecimal characters 128. */
export const leastSecretBits = 75

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
].flatMap((run) => [run, run.split('').toReversed().join('')])

/** Also matched with letters written as digits or signs. */
const usualWords =
  'password passwort secret session pepper production development kitewise change please sample example default admin token random character letmein welcome server private'.split(
    ' ',
  )
const signs = '@431!05$7'
const letters = 'aaeiiosst'

/** Shorter runs and repeats happen by chance. */
const leastPart = 4
/** Each run, repeat or common word counts as one guess. */
const bitsOfPart = 8
/** Shannon's estimate for English prose is 1 to 1.5 bits a letter. */
const bitsOfProse = 1.5

/** Estimates a secret's entropy in bits, as a lower bound. Runs, repeats, common words and prose count little. */
export function estimateSecretBits(secret: string): number {
  const text = secret.toLowerCase()
  const plain = text.replaceAll(/./g, (sign) => letters[signs.indexOf(sign)] ?? sign)
  const spread = bitsOfSpread(secret)
  const perCharacter = readsAsProse(secret) ? Math.min(bitsOfProse, spread) : spread
  let bits = 0
  for (let at = 0; at < text.length;) {
    const length = Math.max(lengthOfRunOrRepeat(text, at), lengthOfWord(plain, at))
    bits += length > 0 ? Math.min(bitsOfPart, length * perCharacter) : perCharacter
    at += Math.max(length, 1)
  }
  return bits
}

/** Shannon entropy per character: 0 when all are the same, at most 6 for random base64. */
function bitsOfSpread(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

function lengthOfRunOrRepeat(text: string, from: number): number {
  const isKnown = (part: string): boolean =>
    runs.some((run) => run.includes(part)) || text.slice(0, from + part.length - 1).includes(part)
  let length = 0
  while (from + length < text.length && isKnown(text.slice(from, from + length + 1))) length += 1
  return length < leastPart ? 0 : length
}

function lengthOfWord(plain: string, from: number): number {
  return Math.max(0, ...usualWords.filter((word) => plain.startsWith(word, from)).map((word) => word.length))
}

/** Whether more than three fifths of the characters belong to words: `likeThis`, `like-this` or `LIKE THIS`. */
function readsAsProse(secret: string): boolean {
  const words = (secret.match(/\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}/gu) ?? []).filter(isPronounceable)
  return words.join('').length > secret.length * 0.6
}

/** A natural share of vowels and no long consonant clusters. Random letters fail this, long ones almost always. */
function isPronounceable(word: string): boolean {
  const vowels = word.replaceAll(/[^aeiouy]/gi, '').length / word.length
  const cluster = word.length > 15 ? /[^aeiouy]{4}/i : /[^aeiouy]{5}/i
  return vowels >= 0.25 && vowels <= 0.75 && !cluster.test(word)
}
