import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpMailer } from '../../adapters/mail/mailers.ts'
import { makeBounce, makeComplaint } from '../../adapters/mail/test-support/mail-reports.ts'
import { type MailServer, startMailServer } from '../../adapters/mail/test-support/mail-server.ts'
import { inTransaction } from '../../database/transaction.ts'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { ageSuppressions, listMailOutcomes, liftSuppressions } from '../../test-support/rows/mails.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { purgeMails } from './deliver-mail.ts'
import { queueMail } from './queue-mail.ts'
import { enableAddress, isDeadAddress } from './returned-mail.ts'

const eventsSecret = 'a-secret-for-mail-events-in-tests-only'
const from = { name: 'Kitewise', address: 'hello@kitewise.example' }
const timeouts = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 5_000, wholeMs: 10_000 }

let mailServer: MailServer
let server: TestServer
let learner: TestUser
beforeAll(async () => {
  mailServer = await startMailServer()
  const mailer = createSmtpMailer({ url: mailServer.url, mustEncrypt: false, from, timeouts })
  const { mail } = testConfig()
  server = await startTestServer({ mailer, config: { mail: { ...mail, eventsSecret } }, catalog: onboardingCatalog() })
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})
beforeEach(async () => {
  learner = await createUser(server.context)
})
afterEach(() => {
  mailServer.behave({})
  mailServer.received.length = 0
})

const post = async (body: string, authorization = `Bearer ${eventsSecret}`) => {
  const reply = await fetch(`${server.url}/api/mail-events`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'message/rfc822' },
    body,
  })
  return { status: reply.status, body: (await reply.json()) as { data: { recorded: boolean } } }
}
const received = (subject: string, to = learner.email) =>
  mailServer.received.filter((mail) => mail.receivers.join() === to && mail.subject.includes(subject))
const sendWelcome = async (to = learner.email) => {
  await inTransaction(server.context.db, (tx) =>
    queueMail(tx, { to, userId: learner.id, language: 'en', template: 'welcome', values: {} }),
  )
  await runJobs(server.context)
  return received('Welcome', to).at(-1)?.messageId ?? ''
}
const outcomes = () => listMailOutcomes(server.context.db, learner.id)
const restorePin = (email = learner.email) => server.call('restorePin', { body: { email } })

describe('a bounce', () => {
  it('marks its mail, and no further mail goes to the address', async () => {
    const messageId = await sendWelcome()
    expect(await post(makeBounce({ messageId }))).toEqual({ status: 200, body: { data: { recorded: true } } })
    mailServer.received.length = 0
    expect(await sendWelcome()).toBe('')
    expect(await outcomes()).toEqual([
      { state: 'bounced', status: '5.1.1' },
      { state: 'suppressed', status: null },
    ])
  })

  it('is answered on screen: PIN link, unknown browser, email change and registration', async () => {
    await post(makeBounce({ messageId: await sendWelcome() }))
    const refused = { status: 422, name: 'address_bounces' }
    expect((await restorePin(` ${learner.email.toUpperCase()} `)).error).toMatchObject(refused)
    const visitor = await beginQuiz(server)
    expect((await visitor.register(learner.email)).error).toMatchObject(refused)
    const other = await createUser(server.context)
    const token = await server.signIn(other.email, other.pin)
    const change = await server.call('generateChangeEmailToken', { token, body: { newEmail: learner.email } })
    expect(change.error).toMatchObject(refused)
    const strict = await startTestServer({ database: server.database, config: { loginNewDevice: 'mail' } })
    const login = await strict.call('login', { body: { email: learner.email, pin: learner.pin } })
    expect(login.error).toMatchObject(refused)
    await strict.close()
    expect((await restorePin(other.email)).status).toBe(200)
  })

  it('shows in the profile until the address works again or changes', async () => {
    const token = await server.signIn(learner.email, learner.pin)
    const hasBounced = async () => (await server.call('me', { token })).body.data.emailComesBack
    const messageId = await sendWelcome()
    expect(await hasBounced()).toBe(undefined)
    await post(makeBounce({ messageId }))
    expect(await hasBounced()).toBe(true)
    const login = await server.call('login', { body: { email: learner.email, pin: learner.pin } })
    expect(login.body.user.emailComesBack).toBe(true)
    await server.context.db`update users set email = ${`moved-${learner.email}`} where id = ${learner.id}`
    expect(await hasBounced()).toBe(undefined)
    await server.context.db`update users set email = ${learner.email} where id = ${learner.id}`
    expect(await hasBounced()).toBe(true)
    await enableAddress(server.context, learner.email)
    expect(await hasBounced()).toBe(undefined)
  })

  it('does not end with its address when the learner moves to another one', async () => {
    await post(makeBounce({ messageId: await sendWelcome() }))
    expect(await sendWelcome('new-address@kitewise.example')).not.toBe('')
  })

  it('counts once: a repeated report does not stop an address that was enabled again', async () => {
    const messageId = await sendWelcome()
    await post(makeBounce({ messageId }))
    await liftSuppressions(server.context.db)
    expect((await post(makeBounce({ messageId }))).body.data.recorded).toBe(true)
    expect((await restorePin()).status).toBe(200)
  })

  it('of a full mailbox marks the mail only', async () => {
    await post(makeBounce({ messageId: await sendWelcome(), status: '5.2.2' }))
    expect(await outcomes()).toEqual([{ state: 'bounced', status: '5.2.2' }])
    expect((await restorePin()).status).toBe(200)
  })

  it('while sending counts too, if the server names the address as the reason', async () => {
    mailServer.behave({ onReceiver: () => 550 })
    await sendWelcome()
    expect(await outcomes()).toEqual([{ state: 'bounced', status: '5.1.1' }])
    expect((await restorePin()).error?.name).toBe('address_bounces')
  })

  it('is forgotten after 400 days', async () => {
    await post(makeBounce({ messageId: await sendWelcome() }))
    await ageSuppressions(server.context.db, '401 days')
    await purgeMails(server.context)
    expect((await restorePin()).status).toBe(200)
  })
})

describe('a complaint', () => {
  it('stops reminders, not the mails of the account', async () => {
    const messageId = await sendWelcome()
    expect((await post(makeComplaint({ messageId }))).body.data.recorded).toBe(true)
    await inTransaction(server.context.db, (tx) =>
      queueMail(tx, {
        to: learner.email,
        userId: learner.id,
        language: 'en',
        template: 'reminder',
        values: { title: 'A lesson', path: '/dashboard', streak: '' },
      }),
    )
    await sendWelcome()
    expect(received('Welcome')).toHaveLength(2)
    expect((await outcomes()).map(({ state }) => state)).toEqual(['complained', 'suppressed', 'sent'])
    expect((await restorePin()).status).toBe(200)
  })
})

describe('the intake', () => {
  it.each([
    ['no secret', ''],
    ['a wrong secret', 'Bearer wrong'],
    ['the secret as a user name', `Basic ${Buffer.from(`${eventsSecret}:x`).toString('base64')}`],
  ])('refuses %s', async (_, authorization) => {
    const messageId = await sendWelcome()
    expect((await post(makeBounce({ messageId }), authorization)).status).toBe(401)
    expect(await outcomes()).toEqual([{ state: 'sent', status: null }])
  })

  it('accepts the secret as the password of basic authentication', async () => {
    const authorization = `Basic ${Buffer.from(`mail:${eventsSecret}`).toString('base64')}`
    expect((await post(makeBounce({ messageId: await sendWelcome() }), authorization)).body.data.recorded).toBe(true)
  })

  it('takes mail that is no report about ours, so that the mail server does not keep it', async () => {
    const unknown = '<0b6f4d7e-52a1-4c8e-9d1f-6a2b3c4d5e6f@kitewise.example>'
    for (const body of ['Subject: hi\n\nhi', makeBounce({ messageId: unknown })])
      expect(await post(body)).toEqual({ status: 200, body: { data: { recorded: false } } })
  })

  it('does not exist without a secret', async () => {
    const closed = await startTestServer({ database: server.database })
    const reply = await fetch(`${closed.url}/api/mail-events`, { method: 'POST', body: 'x' })
    expect(reply.status).toBe(404)
    await closed.close()
  })
})

it.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.1', true],
  ['5.1.2', true],
  ['5.0.0', false],
  ['5.1.0', false],
  ['5.4.4', false],
  [null, false],
  ['5.1.8', false],
  ['5.2.2', false],
  ['5.7.1', false],
  ['4.1.1', false],
  ['5.1.11', false],
])('status %s: the address is dead: %s', (status, isDead) => {
  expect(isDeadAddress(status)).toBe(isDead)
})
