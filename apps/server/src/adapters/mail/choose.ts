import type { MailConfig } from '../../config.ts'
import type { Queryable } from '../../database/connect.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import type { Mailer } from './port.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const timeouts = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 10_000, wholeMs: 30_000 }

/** The mailer that the configuration names. */
export function chooseMailer(config: MailConfig, db: Queryable): Mailer {
  switch (config.mailer) {
    case 'outbox':
      return createOutboxMailer(db)
    case 'smtp':
      return createSmtpMailer({ url: config.smtpUrl, mustEncrypt: config.mustEncrypt, from: config.from, timeouts })
    default:
      return config satisfies never
  }
}
