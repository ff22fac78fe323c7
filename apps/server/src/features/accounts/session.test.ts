import { createHmac } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../create-log.ts'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { ageLastUse, deactivateUser, expireSessions, wasUsedWithinAMinute } from '../../test-support/rows/accounts.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let learner: TestUser
let token: string

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const parts = () => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return { header, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), rawClaims: claims, signature }
}
const statusOf = async (forged: string) => (await server.call('me', { token: forged })).status

const sign = (
  claims: object,
  header: object = { alg: 'HS256', typ: 'JWT' },
  key = server.context.config.sessionSecret,
) => {
  const unsigned = `${part(header)}.${part(claims)}`
  return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`
}

beforeAll(async () => {
  server = await startTestServer()
  learner = await createUser(server.context)
  token = await server.signIn(learner.email, learner.pin)
})
afterAll(() => server.close())

describe('session token', () => {
  it('is accepted when signed like ours (baseline for the rejections below)', async () => {
    expect(await statusOf(sign(parts().claims))).toBe(200)
  })

  it('is rejected without an algorithm, with another algorithm or with another key', async () => {
    const { claims, rawClaims } = parts()
    expect(await statusOf(`${part({ alg: 'none', typ: 'JWT' })}.${rawClaims}.`)).toBe(401)
    expect(await statusOf(sign(claims, { alg: 'HS256', typ: 'JWT' }, 'x'.repeat(40)))).toBe(401)
    const hs512 = createSigner({ key: server.context.config.sessionSecret, algorithm: 'HS512' })
    expect(await statusOf(hs512(claims))).toBe(401)
  })

  it('cannot choose its own key', async () => {
    const header = { alg: 'HS256', typ: 'JWT', kid: '../../dev/null', jku: 'http://127.0.0.1/keys' }
    expect(await statusOf(sign(parts().claims, header, ''))).toBe(401)
  })

  it.each([
    ['expired', { exp: 1_700_000_000 }],
    ['valid only after its end', { nbf: 4_000_000_000 }],
    ['for another audience', { aud: 'other' }],
    ['for another purpose', { purpose: 'pin-setup' }],
    ['without a session', { sid: undefined }],
    ['without an expiry', { exp: undefined }],
    ['for a user id that is not text', { sub: ['a'] }],
    ['for a session that does not exist', { sid: '4c4f6d9e-2f0b-4d0e-9a55-0d7f7d6f0f11' }],
  ])('is rejected when it is %s', async (_what, change) => {
    expect(await statusOf(sign({ ...parts().claims, ...change }))).toBe(401)
  })

  it.each([
    ['an hour', 3_600],
    ['two days', 2 * 86_400],
  ])('is accepted when its clock, or ours, was wrong by %s', async (_, seconds) => {
    const now = Math.floor(Date.now() / 1000)
    const times = { iat: now + seconds, exp: now + seconds + 30 * 86_400 }
    // Earlier releases stored `nbf` too.
    for (const change of [times, { ...times, nbf: now + seconds }])
      expect(await statusOf(sign({ ...parts().claims, ...change }))).toBe(200)
  })

  it('from the future is told in the log, once', async () => {
    const lines: string[] = []
    const log = createLog('warn', 'secret', { write: (line: string) => void lines.push(line) })
    const { database } = server
    const instance = await startTestServer({ database, log })
    const now = Math.floor(Date.now() / 1000)
    const future = sign({ ...parts().claims, iat: now + 3_600, exp: now + 7_200 })
    for (const _ of [1, 2]) expect((await instance.call('me', { token: future })).status).toBe(200)
    await instance.close()
    expect(lines.filter((line) => line.includes('issued in the future'))).toHaveLength(1)
  })

  it('is not read from a cookie or the URL', async () => {
    expect((await server.call('me', { headers: { cookie: `jwt_token=${token}; device=${token}` } })).status).toBe(401)
    expect((await server.call('me', { query: `token=${token}` })).status).toBe(401)
  })
})

const endOf = async (token: string) => (await server.call('me', { token })).error
const signedIn = async () => {
  const user = await createUser(server.context)
  return { ...user, token: await server.signIn(user.email, user.pin) }
}

describe('401 response', () => {
  it("says why the token's session ended", async () => {
    const [changed, left, gone, idle] = [await signedIn(), await signedIn(), await signedIn(), await signedIn()]
    const elsewhere = await server.signIn(changed.email, changed.pin)
    await server.call('setPin', { token: elsewhere, body: { email: changed.email, pin: '8305' } })
    await server.call('logout', { token: left.token })
    await server.call('deleteAccount', { token: gone.token })
    await ageLastUse(server.context.db, idle.id, '15 days')
    const ends = await Promise.all([changed, left, gone, idle].map(({ token }) => endOf(token)))
    expect(ends.map((error) => error?.details)).toEqual([
      { reason: 'pin_changed' },
      { reason: 'signed_out' },
      { reason: 'account_deleted' },
      { reason: 'expired' },
    ])
  })

  it('gives no reason for a foreign token or without a token', async () => {
    const { token } = await signedIn()
    const forged = `${token.slice(0, -4)}AAAA`
    for (const error of [await endOf(forged), await endOf('x'), (await server.call('me')).error])
      expect(error).toEqual({ status: 401, name: 'unauthorized', message: 'Please sign in again.' })
  })
})

describe('session', () => {
  it('expires after 14 days without use, and use renews it', async () => {
    const fresh = await server.signIn(learner.email, learner.pin)
    const { db } = server.context
    await ageLastUse(db, learner.id, '13 days 23 hours')
    expect((await server.call('me', { token: fresh })).status).toBe(200)
    expect(await wasUsedWithinAMinute(db, learner.id)).toBe(true)
    await ageLastUse(db, learner.id, '14 days 1 minute')
    expect((await server.call('me', { token: fresh })).status).toBe(401)
  })

  it('expires after 30 days and when the account is deactivated', async () => {
    const other = await createUser(server.context)
    const fresh = await server.signIn(other.email, other.pin)
    await expireSessions(server.context.db, other.id)
    expect((await server.call('me', { token: fresh })).status).toBe(401)
    const again = await server.signIn(other.email, other.pin)
    await deactivateUser(server.context.db, other.id)
    expect((await server.call('me', { token: again })).status).toBe(401)
  })
})
