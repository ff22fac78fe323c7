import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../create-log.ts'
import { createUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer
const lines: string[] = []
const secret = 'a-secret-for-the-pseudonyms-of-this-test'
const log = createLog('debug', secret, { write: (line) => lines.push(line) })

beforeAll(async () => {
  server = await startTestServer({ log })
})
afterAll(() => server.close())

it.each(['', ', also of a kept answer'])('writes one line per request: id, method, route, status, time%s', async () => {
  lines.length = 0
  const reply = await server.call('getCourse', { params: { id: 'ai-zero' }, query: 'q=1' })
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.any(String),
    requestId: reply.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/courses/:id',
    status: 200,
    durationMs: expect.any(Number),
    msg: 'request',
  })
})

it('never contains user input or results, even when a request fails', async () => {
  lines.length = 0
  const learner = await createUser(server.context, { email: 'canary-mail@kitewise.example', pin: '9041' })
  const token = await server.signIn(learner.email, learner.pin)
  await server.call('userSubscription', { token, query: 'email=canary-query@kitewise.example' })
  await server.call('GET /api/canary-path', { token })
  await server.call('login', { body: '{"email":"canary-broken' })
  await server.call('evaluatePrompt', { token, body: { prompt: 'canary-prompt' } })
  await server.context.db`alter table users rename column username to nickname`
  expect((await server.call('me', { token })).error).toMatchObject({ status: 500, name: 'internal_error' })
  await server.context.db`alter table users rename column nickname to username`
  const quoting = await server.context.db`select ${'canary-value'}::text::uuid`.catch((error: unknown) => error)
  log.error({ err: quoting }, 'an error that quotes a value')
  log.warn(
    { body: { pin: '9041', user: { email: 'canary-mail', newEmail: 'canary-new' } }, answer: 'canary-answer' },
    'nested',
  )
  log.warn(
    { req: { headers: { authorization: token, cookie: 'canary-cookie' } }, jwt: token, message: 'canary' },
    'nested',
  )

  await expect.poll(() => lines.filter((line) => line.includes('"request"')).length).toBeGreaterThan(5)
  const all = lines.join('')
  expect(all).toContain('request failed')
  expect(all).not.toMatch(/canary/i)
  expect(all).not.toContain('9041')
  expect(all).not.toContain(token)
  expect(all).not.toContain(learner.id)
})

it('names a learner by a pseudonym that is stable per secret, never by id', async () => {
  lines.length = 0
  const [ann, ben] = [await createUser(server.context), await createUser(server.context)]
  const annsToken = await server.signIn(ann.email, ann.pin)
  const bensToken = await server.signIn(ben.email, ben.pin)
  for (const token of [annsToken, annsToken, bensToken]) await server.call('me', { token })
  expect((await server.call('deleteAccount', { token: annsToken })).status).toBe(200)
  await expect.poll(() => lines.filter((line) => line.includes('delete-account')).length).toBe(1)

  const written = lines.map((line): { route?: string; learner?: string; msg: string } => JSON.parse(line))
  const learnersOf = (fits: (line: (typeof written)[number]) => boolean) =>
    written.filter(fits).map(({ learner }) => learner)
  const [first, second, third] = learnersOf(({ route }) => route === '/api/product-user/me')
  expect([first, second]).toEqual([expect.stringMatching(/^[\w-]{16}$/), first])
  expect(third).not.toBe(first)
  expect(learnersOf(({ msg }) => msg === 'account deactivated by its owner')).toEqual([first])
  expect(learnersOf(({ route }) => route === '/api/product-user/login')).toEqual([undefined, undefined])
  expect(lines.join('')).not.toContain(ann.id)

  const others: string[] = []
  createLog('info', `${secret}!`, { write: (line) => others.push(line) }).info({ userId: ann.id }, 'x')
  expect(others[0]).not.toContain(first)
})

it('tells the client only the kind of an error', async () => {
  const learner = await createUser(server.context)
  const token = await server.signIn(learner.email, learner.pin)
  await server.context.db`alter table subscriptions rename column currency to coin`
  const reply = await server.call('userSubscription', { token })
  await server.context.db`alter table subscriptions rename column coin to currency`
  const message = 'Something went wrong on our side. Please try again.'
  expect(reply.body).toEqual({ data: null, error: { status: 500, name: 'internal_error', message } })
})

it('treats an answer that violates the contract as a failure', async () => {
  const learner = await createUser(server.context)
  const token = await server.signIn(learner.email, learner.pin)
  const { db } = server.context
  await db`alter table subscriptions drop constraint subscriptions_interval_unit_check`
  await db`update subscriptions set interval_unit = 'fortnight' where user_id = ${learner.id}`
  expect((await server.call('userSubscription', { token })).error?.name).toBe('internal_error')
  await db`update subscriptions set interval_unit = 'week' where user_id = ${learner.id}`
  expect((await server.call('userSubscription', { token })).status).toBe(200)
})

it('says why each part of a batch failed', () => {
  lines.length = 0
  const cause = Object.assign(new Error('no answer from the provider'), { code: 'ETIMEDOUT' })
  log.error({ err: new AggregateError([cause, 'text'], '2 payments could not be compared') }, 'job failed')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    text: '2 payments could not be compared',
    errors: [{ text: 'no answer from the provider', code: 'ETIMEDOUT' }, { type: 'string' }],
  })
})
