import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMailboxRows } from '../../platform/messages/mails.sql.ts'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { createOutboxMailer, createSmtpMailer } from './mailers.ts'
import type { Mailer, OutgoingMail } from './port.ts'
import { type MailServer, startMailServer } from './test-support/mail-server.ts'

let database: TestDatabase
let mailServer: MailServer

beforeAll(async () => {
  database = await createTestDatabase()
  mailServer = await startMailServer()
})
afterAll(async () => {
  await mailServer.close()
  await database.drop()
})

const timeouts = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 10_000, wholeMs: 20_000 }
const from = { name: 'Kitewise', address: 'hello@kitewise.example' }
type Arrived = OutgoingMail
const mailers: Record<string, { make: () => Mailer; arrived: () => Promise<Arrived[]> }> = {
  'the outbox': {
    make: () => createOutboxMailer(database.db),
    arrived: async () =>
      (await listMailboxRows(database.db, 1_000)).map(({ messageId, to, subject, text, html, unsubscribeUrl }) => ({
        messageId,
        to,
        subject,
        text,
        html,
        unsubscribeUrl,
      })),
  },
  'the mail server': {
    make: () => createSmtpMailer({ url: mailServer.url, mustEncrypt: false, from, timeouts }),
    arrived: async () =>
      mailServer.received.map(({ messageId, receivers, subject, text, html, headers }) => ({
        messageId,
        to: receivers.join(),
        subject,
        text,
        html,
        unsubscribeUrl:
          (headers.get('list') as { unsubscribe?: { url: string } } | undefined)?.unsubscribe?.url ?? null,
      })),
  },
}

const makeMail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: '<1@kitewise.example>',
  to: "o'brien+news@kitewise.example",
  subject: 'Ваш пробный период — “ends” soon',
  text: 'One line.\n\nhttps://kitewise.example/restore-pass?token=AbC_-123\n',
  html: `<!doctype html><p style="color:#222">Grüße &amp; 你好 ${'long line '.repeat(200)}</p>\n`,
  unsubscribeUrl: null,
  ...changes,
})

describe.each(Object.entries(mailers))('%s', (name, { make, arrived }) => {
  const id = (kind: string) => `<${kind}-${name.length}@kitewise.example>`
  const mailsWith = async (messageId: string) => (await arrived()).filter((mail) => mail.messageId === messageId)

  it('delivers address, subject, plain text and HTML unchanged', async () => {
    const mail = makeMail({ messageId: id('whole') })
    await make().send(mail)
    expect(await mailsWith(mail.messageId)).toEqual([mail])
  })

  it('sets the one-click unsubscribe headers on marketing mail only', async () => {
    const mail = makeMail({ messageId: id('stoppable'), unsubscribeUrl: 'https://kitewise.example/u/AbC_-9' })
    await make().send(mail)
    expect(await mailsWith(mail.messageId)).toEqual([mail])
  })

  it('keeps the same message id when a mail is sent again', async () => {
    const mail = makeMail({ messageId: id('twice') })
    await make().send(mail)
    await make().send(mail)
    const all = await mailsWith(mail.messageId)
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
  })

  it('rejects injected recipients and headers', async () => {
    const mail = makeMail({
      messageId: id('injected'),
      subject: 'Hello\r\nBcc: eve@kitewise.example\r\n\r\nBody',
      text: '.\r\nMAIL FROM:<eve@kitewise.example>\r\n.\r\n',
    })
    await make().send(mail)
    const [got, ...more] = await mailsWith(mail.messageId)
    expect(more).toEqual([])
    expect(got?.to).toBe(mail.to)
    expect((await arrived()).some(({ to }) => to.includes('eve'))).toBe(false)
  })

  it('delivers 100 mails at once', async () => {
    const mails = Array.from({ length: 100 }, (_, index) => makeMail({ messageId: id(`many-${index}`) }))
    const mailer = make()
    await Promise.all(mails.map((mail) => mailer.send(mail)))
    const ids = new Set((await arrived()).map(({ messageId }) => messageId))
    expect(mails.filter(({ messageId }) => !ids.has(messageId))).toEqual([])
  })
})
