import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { listInboxItems } from '../../test-support/rows/inbox.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { purgeInbox } from './support-requests.ts'

const now = new Date('2026-05-10T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now })
})
afterAll(() => server.close())

const request = (changes: object = {}) => ({
  requestId: randomUUID(),
  topic: 'question',
  name: ' Ana ',
  email: ' Ana@Kitewise.example ',
  concern: 'Sign-in',
  details: 'I can’t sign in.\nПривіт 👋',
  ...changes,
})
const itemsOf = async (id: string) => (await listInboxItems(server.context.db)).filter((item) => item.id === id)

describe('a support request', () => {
  it('of a visitor is stored as typed, in the visitor’s language', async () => {
    const body = request()
    const reply = await server.call('sendSupportRequest', { body, headers: { 'accept-language': 'uk' } })
    expect([reply.status, reply.body]).toEqual([200, { data: { sent: true } }])
    expect(await itemsOf(body.requestId)).toEqual([
      {
        id: body.requestId,
        kind: 'question',
        userId: null,
        subscriptionId: null,
        name: 'Ana',
        email: 'ana@kitewise.example',
        concern: 'Sign-in',
        details: body.details,
        language: 'ua',
        receivedAt: now,
        dueAt: null,
        state: 'new',
      },
    ])
  })

  it('of a learner belongs to the account, and to nobody else’s', async () => {
    const learner = await createUser(server.context, { subscription: null })
    const token = await server.signIn(learner.email, learner.pin)
    const body = request({ email: 'elsewhere@kitewise.example' })
    await server.call('sendSupportRequest', { token, body })
    expect(await itemsOf(body.requestId)).toMatchObject([{ userId: learner.id, email: 'elsewhere@kitewise.example' }])
  })

  it.each([
    ['refund', '2026-05-24T12:00:00Z'],
    ['privacy', '2026-06-10T12:00:00Z'],
  ])('about %s is due at %s', async (topic, dueAt) => {
    const body = request({ topic })
    await server.call('sendSupportRequest', { body })
    expect(await itemsOf(body.requestId)).toMatchObject([{ kind: topic, dueAt: new Date(dueAt) }])
  })

  it('sent again, even at the same time, is stored once', async () => {
    const body = request()
    const replies = await Promise.all([1, 2, 3].map(() => server.call('sendSupportRequest', { body })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await itemsOf(body.requestId)).toHaveLength(1)
  })

  it.each([
    [{ email: 'ana' }, 422],
    [{ email: 'ana@kitewise.example\r\nBcc: eve@kitewise.example' }, 422],
    [{ details: ' \n ' }, 400],
    [{ concern: '' }, 400],
    [{ details: 'x'.repeat(1_001) }, 400],
    [{ topic: 'feedback' }, 400],
    [{ requestId: 'x' }, 400],
  ])('with %j is answered with %d', async (changes, status) => {
    expect((await server.call('sendSupportRequest', { body: request(changes) })).status).toBe(status)
  })

  it('is limited per network', async () => {
    const { limits } = testConfig()
    const strict = await startTestServer({ config: { limits: { ...limits, supportPerHour: 2 } } })
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await strict.call('sendSupportRequest', { body: request() })).status)
    expect(statuses).toEqual([200, 200, 429])
    await strict.close()
  })
})

it('feedback is in the inbox under its own ID', async () => {
  const learner = await createUser(server.context)
  const token = await server.signIn(learner.email, learner.pin)
  await server.call('sendFeedback', { token, body: { rating: 2, message: 'Too slow' } })
  const items = (await listInboxItems(server.context.db)).filter(({ userId }) => userId === learner.id)
  expect(items).toMatchObject([{ kind: 'feedback', details: null, dueAt: null }])
})

it('settled items are kept for two years, open ones until they are settled', async () => {
  const open = request()
  const done = request()
  for (const body of [open, done]) await server.call('sendSupportRequest', { body })
  await server.context.db`update inbox_items set state = 'done', done_at = ${now} where id = ${done.requestId}`
  const after = (days: number) => server.setNow(new Date(now.getTime() + days * 86_400_000))
  after(729)
  await purgeInbox(server.context)
  expect(await itemsOf(done.requestId)).toHaveLength(1)
  after(731)
  await purgeInbox(server.context)
  expect([(await itemsOf(done.requestId)).length, (await itemsOf(open.requestId)).length]).toEqual([0, 1])
  server.setNow(now)
})
