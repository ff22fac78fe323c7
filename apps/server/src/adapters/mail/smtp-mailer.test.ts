import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMailer } from './mailers.ts'
import { MailRefused, type OutgoingMail } from './port.ts'
import { type MailServer, startMailServer } from './test-support/mail-server.ts'

const timeouts = { connectMs: 300, greetingMs: 300, silenceMs: 300, wholeMs: 900 }
const from = { name: 'Kite, "wise"', address: 'hello@kitewise.example' }
const mail: OutgoingMail = {
  messageId: '<a@kitewise.example>',
  to: 'canary@kitewise.example',
  subject: 'Hello',
  text: 'canary text',
  html: '<p>canary</p>',
  unsubscribeUrl: null,
}
let mailServer: MailServer
let broken: Server | null = null
const sockets: Socket[] = []

beforeAll(async () => {
  mailServer = await startMailServer()
})
afterEach(() => {
  mailServer.behave({})
  mailServer.received.length = 0
  for (const socket of sockets.splice(0)) socket.destroy()
  broken?.close()
  broken = null
})
afterAll(() => mailServer.close())

const sendTo = (url: string, mustEncrypt = false) => createSmtpMailer({ url, mustEncrypt, from, timeouts }).send(mail)
const failureOf = (sent: Promise<void>) =>
  sent.then(
    () => null,
    (error: Error) => error,
  )

/** A server scripted per connection. */
const startBroken = async (treat: (socket: Socket) => void): Promise<string> => {
  broken = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    treat(socket)
  }).listen(0, '127.0.0.1')
  await once(broken, 'listening')
  return `smtp://127.0.0.1:${(broken.address() as AddressInfo).port}`
}

const dripEveryMs = (text: string, everyMs: number) => (socket: Socket) => {
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ''), everyMs)
  socket.on('close', () => clearInterval(timer))
}

describe('mail', () => {
  it('names its sender and is marked as auto-generated', async () => {
    await sendTo(mailServer.url)
    const [got] = mailServer.received
    expect(got?.from).toEqual(from)
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(got?.receivers).toEqual([mail.to])
    expect(got?.headers.has('list')).toBe(false)
  })

  it('carries both one-click unsubscribe headers when it is marketing', async () => {
    const unsubscribeUrl = 'https://kitewise.example/u/AbC_-9'
    await createSmtpMailer({ url: mailServer.url, mustEncrypt: false, from, timeouts }).send({
      ...mail,
      unsubscribeUrl,
    })
    expect(mailServer.received[0]?.headers.get('list')).toMatchObject({
      unsubscribe: { url: unsubscribeUrl },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    })
  })
})

describe('delivery reports', () => {
  it('go to the bounce address with the ID of the mail, which the server repeats', async () => {
    const settings = { url: mailServer.url, mustEncrypt: false, from, timeouts }
    await createSmtpMailer({ ...settings, bounceAddress: 'bounces@kitewise.example' }).send(mail)
    await createSmtpMailer(settings).send(mail)
    expect(mailServer.received.map(({ sender, envelopeId }) => [sender, envelopeId])).toEqual([
      ['bounces+a@kitewise.example', 'a'],
      [from.address, 'a'],
    ])
  })
})

describe('refusal by the server', () => {
  it.each([550, 553, 511])('%d for the recipient or the message is permanent', async (code) => {
    mailServer.behave({ onReceiver: () => code })
    expect(await failureOf(sendTo(mailServer.url))).toBeInstanceOf(MailRefused)
    mailServer.behave({ onMail: () => code })
    expect(await failureOf(sendTo(mailServer.url))).toBeInstanceOf(MailRefused)
  })

  it.each([421, 450, 451, 452])('%d is temporary', async (code) => {
    mailServer.behave({ onReceiver: () => code })
    const failure = await failureOf(sendTo(mailServer.url))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
    mailServer.behave({ onMail: () => code })
    expect(await failureOf(sendTo(mailServer.url))).not.toBeInstanceOf(MailRefused)
  })

  it('tells the status of a refused recipient, not that of a refused text', async () => {
    mailServer.behave({ onReceiver: () => 550 })
    expect(await failureOf(sendTo(mailServer.url))).toMatchObject({ status: '5.1.1' })
    mailServer.behave({ onMail: () => 550 })
    expect(await failureOf(sendTo(mailServer.url))).toMatchObject({ status: null })
  })

  it('does not log the address that the server quotes', async () => {
    mailServer.behave({ onReceiver: () => 550 })
    const failure = await failureOf(sendTo(mailServer.url))
    expect(failure?.message).toBe('the mail server refused the mail: EENVELOPE RCPT TO 550')
    expect(JSON.stringify([failure?.stack, failure?.cause])).not.toContain('canary')
  })
})

describe('failing server', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['disconnects immediately', (socket) => socket.destroy()],
    ['sends nothing', () => {}],
    ['speaks another protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['is temporarily out of service', (socket) => socket.end('421 come back later\r\n')],
    ['drips its greeting', dripEveryMs('2', 50)],
    ['sends an endless greeting', (socket) => dripEveryMs('220-more\r\n', 5)(socket)],
    ['greets and then sends nothing', (socket) => socket.write('220 hello\r\n')],
    ['floods the client', (socket) => socket.write(Buffer.alloc(5_000_000, '2'))],
  ])('retries the mail soon when the server %s', async (_name, treat) => {
    const url = await startBroken(treat)
    const startedAt = performance.now()
    const failure = await failureOf(sendTo(url))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })

  it('retries the mail when the server is unreachable', async () => {
    expect(await failureOf(sendTo('smtp://127.0.0.1:1'))).toMatchObject({ name: 'Error' })
  })

  it('sends neither password nor mail without encryption when encryption is required', async () => {
    const url = mailServer.url.replace('://', '://user:canary-password@')
    const failure = await failureOf(sendTo(url, true))
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(failure?.message).not.toContain('canary')
    expect(await failureOf(sendTo(mailServer.url, true))).not.toBeNull()
    expect(mailServer.received).toEqual([])
  })
})
