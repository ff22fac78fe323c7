import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { ageReauthentication, ageSession } from '../../test-support/rows/accounts.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signedInLongAgo = async () => {
  const learner = await createUser(server.context)
  const token = await server.signIn(learner.email, learner.pin)
  await ageSession(server.context.db, learner.id, '11 minutes')
  return { ...learner, token }
}
const give = (token: string, pin: unknown) => server.call('reauthenticate', { token, body: { pin } })
const setPin = ({ token, email }: { token: string; email: string }) =>
  server.call('setPin', { token, body: { pin: '8305', email } })

it('allows an old session to make protected changes for ten minutes', async () => {
  const learner = await signedInLongAgo()
  expect((await setPin(learner)).error?.name).toBe('reauthenticate')
  const reply = await give(learner.token, learner.pin)
  expect([reply.status, reply.body]).toEqual([200, { data: { reauthenticated: true } }])
  expect((await setPin(learner)).status).toBe(200)
  await ageReauthentication(server.context.db, learner.id, '601 seconds')
  expect((await setPin(learner)).error?.name).toBe('reauthenticate')
})

it('applies only to the session that asked', async () => {
  const learner = await signedInLongAgo()
  const other = await server.signIn(learner.email, learner.pin)
  await ageSession(server.context.db, learner.id, '11 minutes')
  expect((await give(other, learner.pin)).status).toBe(200)
  expect((await setPin(learner)).error?.name).toBe('reauthenticate')
})

it('rejects a wrong PIN without ending the session, and counts it as a failed sign-in', async () => {
  const learner = await signedInLongAgo()
  for (const pin of ['0007', '', 'abcd'])
    expect((await give(learner.token, pin)).error).toMatchObject({ status: 403, name: 'wrong_pin' })
  const reply = await give(learner.token, learner.pin)
  expect(reply.error).toMatchObject({ status: 429, name: 'too_many_requests' })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await setPin(learner)).error?.name).toBe('reauthenticate')
  expect((await server.call('me', { token: learner.token })).status).toBe(200)
})

it('shares its failure count with sign-in', async () => {
  const learner = await signedInLongAgo()
  for (let failure = 0; failure < 3; failure += 1)
    await server.call('login', { body: { email: learner.email, pin: '0007' } })
  expect((await give(learner.token, learner.pin)).status).toBe(429)
})

it('rejects a session that has ended', async () => {
  const learner = await signedInLongAgo()
  await server.call('logout', { token: learner.token })
  expect((await give(learner.token, learner.pin)).status).toBe(401)
  expect((await server.call('reauthenticate', { body: { pin: '4826' } })).status).toBe(401)
})
