import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'

export type ReceivedMail = {
  messageId: string
  /** The envelope recipients, whatever the headers contain. */
  receivers: string[]
  /** The envelope sender, to which delivery reports go. */
  sender: string
  /** The ID that delivery reports repeat (RFC 3461). */
  envelopeId: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Map<string, unknown>
}

/** Responses to a recipient or a complete mail, changeable at any time: null accepts, otherwise an SMTP code. */
type Behavior = {
  onReceiver: (address: string) => number | null
  onMail: () => number | null | Promise<number | null>
}

export type MailServer = {
  url: string
  received: ReceivedMail[]
  behave: (behavior: Partial<Behavior>) => void
  close: () => Promise<void>
}

const friendly: Behavior = { onReceiver: () => null, onMail: () => null }

const smtpError = (code: number, address = '') => Object.assign(new Error(`no, ${address}`), { responseCode: code })

/** A real SMTP server on a free port that stores what it receives. Correct unless configured otherwise. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let current = friendly
  const keep = async (stream: SMTPServerDataStream, { mailFrom, rcptTo, dsn }: SMTPServerEnvelope): Promise<void> => {
    const mail = await simpleParser(stream)
    const code = await current.onMail()
    if (code !== null) throw smtpError(code)
    const { name = '', address = '' } = mail.from?.value[0] ?? {}
    received.push({
      messageId: mail.messageId ?? '',
      receivers: rcptTo.map(({ address: receiver }) => receiver),
      sender: mailFrom ? mailFrom.address : '',
      envelopeId: dsn?.envid ?? '',
      from: { name, address },
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html || '',
      headers: mail.headers,
    })
  }
  const keepAndTell = callbackify(keep)
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    hideDSN: false,
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) => {
      const code = current.onReceiver(address)
      done(code === null ? null : smtpError(code, address))
    },
    onData: (stream, { envelope }, done) => {
      keepAndTell(stream, envelope, done)
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    behave: (behavior) => {
      current = { ...friendly, ...behavior }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
