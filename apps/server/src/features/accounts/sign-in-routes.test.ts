import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { deactivateUser } from '../../test-support/rows/accounts.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let learner: TestUser

beforeAll(async () => {
  server = await startTestServer()
  learner = await createUser(server.context, { email: 'mia@kitewise.example', pin: '4826', lang: 'es' })
})
afterAll(() => server.close())

describe('login', () => {
  it('returns a token and the user, and remembers the browser', async () => {
    const reply = await server.call('login', { body: { email: ' Mia@Kitewise.example ', pin: '4826' } })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: { id: learner.id, email: 'mia@kitewise.example', username: 'Learner', isPinSetUp: true, lang: 'es' },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('set-cookie')).toMatch(
      /^device=[\w-]{22}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
  })

  it.each(['٤٨٢٦', '۴۸۲۶', '४८२६', '４８２６', '৪৮২৬'])('reads the digits of every script: %s', async (pin) => {
    const reply = await server.call('login', { body: { email: learner.email, pin } })
    expect([reply.status, reply.body.user.id]).toEqual([200, learner.id])
  })

  it('accepts a PIN only as text', async () => {
    for (const pin of [['4826'], 4826, { pin: '4826' }, null, true, undefined]) {
      const reply = await server.call('login', { body: { email: learner.email, pin } })
      expect(reply.status).toBe(400)
      expect(reply.error?.details).toEqual([{ field: 'body.pin', message: expect.any(String) }])
    }
  })

  it('answers the same for a wrong PIN, an unknown address, an account without a PIN and a deactivated one', async () => {
    const unset = await createUser(server.context, { pin: null })
    const gone = await createUser(server.context, { pin: '7315' })
    // Before this, the right PIN would restore the account.
    await deactivateUser(server.context.db, gone.id, '29 days')
    const other = await createUser(server.context)
    const answers = []
    for (const [email, pin] of [
      [other.email, '0001'],
      ['nobody@kitewise.example', '4826'],
      [unset.email, '4826'],
      [gone.email, '7315'],
    ]) {
      const { status, text, headers } = await server.call('login', { body: { email, pin } })
      const seen = [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))
      answers.push({ status, text, seen })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual({
      data: null,
      error: { status: 401, name: 'invalid_credentials', message: 'Invalid credentials' },
    })
  })
})

describe('me', () => {
  it('answers 200 with a session and 401 without', async () => {
    expect((await server.call('me')).error).toMatchObject({ status: 401, name: 'unauthorized' })
    const token = await server.signIn(learner.email, learner.pin)
    const reply = await server.call('me', { token })
    expect(reply.status).toBe(200)
    expect(reply.body.data).toMatchObject({ id: learner.id, email: learner.email })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})

describe('logout', () => {
  it('ends only this session', async () => {
    const one = await server.signIn(learner.email, learner.pin)
    const other = await server.signIn(learner.email, learner.pin)
    const reply = await server.call('logout', { token: one })
    expect(reply.body).toEqual({ data: { loggedOut: true } })
    expect((await server.call('me', { token: one })).status).toBe(401)
    expect((await server.call('logout', { token: one })).status).toBe(401)
    expect((await server.call('me', { token: other })).status).toBe(200)
  })

  it('accepts an empty body with a JSON content type', async () => {
    const token = await server.signIn(learner.email, learner.pin)
    const reply = await server.call('logout', { token, body: '' })
    expect(reply.status).toBe(200)
  })
})

describe('locales', () => {
  it('lists the eight languages with their native names', async () => {
    const { body } = await server.call('locales')
    expect(body.data).toHaveLength(8)
    expect(body.data).toContainEqual({ code: 'ua', name: 'Українська' })
  })
})
