import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createUser } from '../test-support/factories.ts'
import { cutConnections } from '../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { listenerName } from '../database/listen.ts'
import { createSessionCache } from './session-cache.ts'

let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { sessionCache: true } })
  other = await startTestServer({ config: { sessionCache: true }, database: server.database })
  await vi.waitUntil(areHearing, { timeout: 10_000, interval: 10 })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const areHearing = () => [server, other].every(({ context }) => context.sessionCache.isOn())

const signIn = async () => {
  const user = await createUser(server.context)
  const token = await server.signIn(user.email, user.pin)
  return { ...user, token }
}
const statusesOf = async (token: string) =>
  Promise.all([server, other].map(async ({ call }) => (await call('streak', { token })).status))

/** How many statements about sessions `work` causes. */
const countReads = async (work: () => Promise<unknown>): Promise<number> => {
  const { sessionTokens } = server.context
  const verify = sessionTokens.verify
  let reads = 0
  sessionTokens.verify = (token) => {
    reads += 1
    return verify(token)
  }
  await work()
  sessionTokens.verify = verify
  return reads
}

it('reads a session once for many requests', async () => {
  const { token } = await signIn()
  const reads = await countReads(async () => {
    for (let times = 0; times < 5; times += 1) await server.call('streak', { token })
  })
  expect(reads).toBe(1)
})

it('has forgotten a session on every instance when the sign-out is answered', async () => {
  for (let times = 0; times < 20; times += 1) {
    const { token } = await signIn()
    expect(await statusesOf(token)).toEqual([200, 200])
    await server.call('logout', { token })
    expect(await statusesOf(token)).toEqual([401, 401])
  }
})

it('has forgotten all sessions of an account on every instance when its deletion is answered', async () => {
  const user = await signIn()
  const second = await other.signIn(user.email, user.pin)
  expect([await statusesOf(user.token), await statusesOf(second)].flat()).toEqual([200, 200, 200, 200])
  expect((await other.call('deleteAccount', { token: second })).status).toBe(200)
  expect([await statusesOf(user.token), await statusesOf(second)].flat()).toEqual([401, 401, 401, 401])
})

it('knows at once of a session that ends by any other way, and of a subscription that changes', async () => {
  const { db } = server.context
  const [ended, unpaid] = [await signIn(), await signIn()]
  const lessonOf = async (token: string) =>
    (await server.call('getLesson', { token, params: { id: 'ai-zero.l02' } })).status
  expect([await lessonOf(ended.token), await lessonOf(unpaid.token)]).toEqual([200, 200])
  await db`update sessions set revoked_at = now() where user_id = ${ended.id}`
  await db`update subscriptions set status = 'canceled' where user_id = ${unpaid.id}`
  await server.context.sessionCache.settle()
  expect([await lessonOf(ended.token), await lessonOf(unpaid.token)]).toEqual([401, 403])
})

it('asks the database while notifications are lost, and trusts itself again when they are back', async () => {
  const { token, id } = await signIn()
  const { db } = server.context
  expect(await statusesOf(token)).toEqual([200, 200])
  await cutConnections(db, listenerName)
  await expect
    .poll(() => [server, other].some(({ context }) => context.sessionCache.isOn()), { interval: 5 })
    .toBe(false)
  await db`update sessions set revoked_at = now() where user_id = ${id}`
  expect(await statusesOf(token)).toEqual([401, 401])
  await expect.poll(areHearing, { interval: 10 }).toBe(true)
  const next = await signIn()
  expect(await countReads(async () => [await statusesOf(next.token), await statusesOf(next.token)])).toBe(1)
})

it('keeps no session whose row was read before changes could be heard', async () => {
  const { db, databaseAddress, log } = server.context
  const { id: userId } = await signIn()
  const facts = {
    organizationId: null,
    isOwnerProven: true,
    freshMs: 60_000,
    liveMs: 60_000,
    isUseOutdated: false,
    subscriptions: [],
  }
  const session = { userId, sessionId: userId, lang: 'en', ...facts }
  const cache = createSessionCache(db, databaseAddress, log)
  const reading = new AbortController()
  const isRead = once(reading.signal, 'abort')
  const read = async () => {
    await isRead
    return session
  }
  const early: Promise<unknown>[] = []
  while (!cache.isOn()) {
    early.push(cache.find(`token ${early.length}`, read))
    await setImmediate()
  }
  reading.abort()
  await Promise.all(early)
  let loads = 0
  const load = async () => {
    loads += 1
    return session
  }
  for (const index of early.keys()) await cache.find(`token ${index}`, load)
  expect(loads).toBe(early.length)
  await cache.find('token 0', load)
  expect(loads).toBe(early.length)
  await cache.close()
})
