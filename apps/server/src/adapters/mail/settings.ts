import { isLoopback } from '../private-address.ts'

/** The outbox keeps mails in the database and sends nothing. */
export type MailConfig = {
  from: { name: string; address: string }
  /** Where delivery reports go; null for the sender's address. */
  bounceAddress?: string | null
  /** What a report posted to `/api/mail-events` must carry; null when none are accepted. */
  eventsSecret?: string | null
} & (
  | { mailer: 'outbox' }
  /** `mustEncrypt`: mails wait rather than travel unencrypted. */
  | { mailer: 'smtp'; smtpUrl: string; mustEncrypt: boolean }
)

type YesOrNo = 'yes' | 'no'

type Settings = {
  NODE_ENV: string
  BRAND_NAME: string
  SUPPORT_EMAIL: string
  MAIL_FROM?: string | undefined
  MAIL_BOUNCE_ADDRESS?: string | undefined
  MAIL_EVENTS_SECRET?: string | undefined
  MAILER: 'outbox' | 'smtp'
  SMTP_URL?: string | undefined
  ALLOW_OUTBOX_IN_PRODUCTION: YesOrNo
  ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION: YesOrNo
}

export function mailProblems(env: Settings): string[] {
  if (env.MAILER === 'smtp' && !env.SMTP_URL) return ['SMTP_URL: MAILER=smtp needs the URL of an email server.']
  if (env.MAILER === 'outbox' && env.SMTP_URL)
    return ['MAILER: SMTP_URL is set but not used. Set MAILER=smtp to use it.', ...weakeningProblems(env)]
  if (env.NODE_ENV === 'production' && env.MAILER === 'outbox' && env.ALLOW_OUTBOX_IN_PRODUCTION === 'no')
    return ['MAILER: the outbox sends no email. Set MAILER=smtp and SMTP_URL, or ALLOW_OUTBOX_IN_PRODUCTION=yes.']
  return weakeningProblems(env)
}

/** Options of the mail client that a URL can carry and that end encryption or the check of the certificate. */
const weakMailOptions = /^(ignoreTLS|requireTLS|opportunisticTLS|secure|tls\..*)$/i

const weakeningProblems = (env: Settings): string[] => {
  if (env.NODE_ENV !== 'production' || env.SMTP_URL === undefined || !URL.canParse(env.SMTP_URL)) return []
  if (env.ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION === 'yes') return []
  const weak = [...new URL(env.SMTP_URL).searchParams.keys()].filter((option) => weakMailOptions.test(option))
  if (weak.length === 0) return []
  const remedy = 'production must encrypt email. Or set ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION=yes.'
  return [`SMTP_URL: remove ${weak.join(', ')}: ${remedy}`]
}

export function mailOf(env: Settings): MailConfig {
  const shared = {
    from: { name: env.BRAND_NAME, address: env.MAIL_FROM ?? env.SUPPORT_EMAIL },
    bounceAddress: env.MAIL_BOUNCE_ADDRESS ?? null,
    eventsSecret: env.MAIL_EVENTS_SECRET ?? null,
  }
  return env.MAILER === 'smtp' && env.SMTP_URL
    ? { mailer: 'smtp', smtpUrl: env.SMTP_URL, mustEncrypt: mustEncrypt(env, env.SMTP_URL), ...shared }
    : { mailer: 'outbox', ...shared }
}

/** Credentials are never sent unencrypted: TLS from the first byte (`smtps://`) or STARTTLS. */
const mustEncrypt = (env: Settings, smtpUrl: string): boolean =>
  new URL(smtpUrl).username !== '' ||
  (env.NODE_ENV === 'production' && env.ALLOW_PLAIN_PROVIDERS_IN_PRODUCTION === 'no' && !isLoopback(smtpUrl))
