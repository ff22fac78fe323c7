import { createTransport } from 'nodemailer'
import type { Queryable } from '../../database/connect.ts'
import { type Mailer, MailRefused, type OutgoingMail } from './port.ts'

type SmtpSettings = {
  /** smtp://user:password@host:port, or smtps:// for TLS from the first byte. */
  url: string
  /** An `smtp://` server must offer STARTTLS, or the mail waits. */
  mustEncrypt: boolean
  from: { name: string; address: string }
  /** Where reports about undelivered mails go, with the mail's ID after a `+`. */
  bounceAddress?: string | null
  /** Per mail: to connect, to the greeting, of silence, in total. */
  timeouts: { connectMs: number; greetingMs: number; silenceMs: number; wholeMs: number }
}

/** Connects, encrypts and signs in, without sending anything. Rejects with the server's reason. */
export async function checkSmtp({
  url,
  mustEncrypt,
  timeoutMs,
}: Pick<SmtpSettings, 'url' | 'mustEncrypt'> & { timeoutMs: number }): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    requireTLS: mustEncrypt,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export function createSmtpMailer({ url, mustEncrypt, from, bounceAddress = null, timeouts }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    requireTLS: mustEncrypt,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ messageId, to, subject, text, html, unsubscribeUrl }: OutgoingMail) => {
      const id = messageId.slice(1, messageId.indexOf('@'))
      try {
        await transport.sendMail({
          messageId,
          from,
          to: { name: '', address: to },
          // Explicit, so that no header can add a recipient.
          envelope: { from: bounceAddress === null ? from.address : bounceAddress.replace('@', `+${id}@`), to: [to] },
          // Only to servers that offer delivery reports (RFC 3461).
          dsn: { id, return: 'headers', notify: 'failure', recipient: `rfc822;${to}` },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(unsubscribeUrl) },
          signal: AbortSignal.timeout(timeouts.wholeMs),
        })
      } catch (error) {
        throw readFailure(error)
      }
    },
  }
}

/** The two headers of RFC 8058; the DKIM signature of the mail server must cover both. */
const oneClick = (url: string | null): Record<string, string> =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** The kind of failure only, because the server's own words quote the address. */
const readFailure = (error: unknown): Error => {
  const { code, responseCode, permanent, command, response } = Object(error) as Record<string, unknown>
  const told = [code, command, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  const line = `the mail server refused the mail: ${told.join(' ')}`
  // Wrong credentials are ours to fix; the mail itself is good.
  const isOfMail = permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(typeof response === 'string' ? response : '')?.[0] ?? null
  // Only a refused recipient says something about the address.
  return isOfMail ? new MailRefused(line, command === 'RCPT TO' ? status : null) : new Error(line)
}

/** Keeps mails in the database, shown at /dev/mailbox. A repeated mail replaces itself. */
export function createOutboxMailer(db: Queryable): Mailer {
  return {
    send: async ({ messageId, to, subject, text, html, unsubscribeUrl }) => {
      await db`
      insert into mailbox_mails (message_id, to_address, subject, text_body, html_body, unsubscribe_url)
      values (${messageId}, ${to}, ${subject}, ${text}, ${html}, ${unsubscribeUrl})
      on conflict (message_id) do update set text_body = excluded.text_body, html_body = excluded.html_body`
    },
  }
}
