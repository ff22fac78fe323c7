import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { expect, it } from 'vitest'
import { createUser } from '../test-support/factories.ts'
import { startTestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'

const { limits, timeouts } = testConfig()

it('rejects a network with too many requests, and says for how long', async () => {
  const server = await startTestServer({ config: { trustedProxies: 1, limits: { ...limits, generalPerMinute: 3 } } })
  const from = (address: string) => server.call('locales', { headers: { 'x-forwarded-for': address } })
  for (const last of ['1', '2', '3']) expect((await from(`2001:db8::${last}`)).status).toBe(200)
  const reply = await from('2001:db8::4')
  expect(reply.error).toMatchObject({ status: 429, name: 'too_many_requests' })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('2001:db9::1')).status).toBe(200)
  await server.close()
})

it('counts a call with an escaped URL like any other', async () => {
  const server = await startTestServer({ config: { limits: { ...limits, generalPerMinute: 2 } } })
  const call = async (path: string) => (await fetch(server.url + path)).status
  const statuses = [await call('/%61pi/i18n/locales'), await call('/api/nothing')]
  expect([...statuses, await call('/%61pi/i18n/locales')]).toEqual([200, 404, 429])
  await server.close()
})

it('ignores forwarded addresses without a trusted proxy', async () => {
  const server = await startTestServer({ config: { limits: { ...limits, generalPerMinute: 2 } } })
  const from = (address: string) => server.call('locales', { headers: { 'x-forwarded-for': address } })
  expect([(await from('1.1.1.1')).status, (await from('2.2.2.2')).status, (await from('3.3.3.3')).status]).toEqual([
    200, 200, 429,
  ])
  await server.close()
})

it('counts sign-ins of all instances together', async () => {
  const config = { limits: { ...limits, loginPerMinute: 2 } }
  const one = await startTestServer({ config })
  const other = await startTestServer({ config, database: one.database })
  const { email, pin } = await createUser(one.context)
  const signIn = (at: typeof one) => at.call('login', { body: { email, pin } })
  expect([(await signIn(one)).status, (await signIn(other)).status, (await signIn(one)).status]).toEqual([
    200, 200, 429,
  ])
  await other.close()
  await one.close()
})

it('disconnects a client that stalls in the headers or the body', async () => {
  const short = { ...timeouts, headersMs: 150, requestMs: 200, checkEveryMs: 50 }
  const server = await startTestServer({ config: { timeouts: short } })
  const head = 'POST /api/product-user/login HTTP/1.1\r\nHost: a\r\n'
  for (const bytes of [head, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email"`]) {
    const socket = openSocket(Number(new URL(server.url).port), '127.0.0.1')
    const startedAt = performance.now()
    socket.write(bytes)
    socket.resume()
    await once(socket, 'close')
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  }
  await server.close()
})

it('keeps timeouts that disconnect slow clients within 15 seconds', () => {
  expect(timeouts).toMatchObject({
    headersMs: 8_000,
    requestMs: 10_000,
    checkEveryMs: 2_000,
    keepAliveMs: 65_000,
    unreadMs: 20_000,
  })
})
