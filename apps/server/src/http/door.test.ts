import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  const learner = await createUser(server.context)
  token = await server.signIn(learner.email, learner.pin)
})
afterAll(() => server.close())

const login = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/product-user/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Sends raw bytes that a client library would reject. */
const sendRaw = async (bytes: string): Promise<string> => {
  const socket = openSocket(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(bytes)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString()
}

describe('request body', () => {
  it.each([
    ['broken JSON', '{"email":'],
    ['a bare number', '7'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no content', ''],
    ['NUL in a text', '{"email":"a\\u0000b","pin":"1234"}'],
    ['NUL in a key', '{"email":"a","pin":"1234","k\\u0000":1}'],
    ['a lone surrogate', '{"email":"\\ud800","pin":"1234"}'],
    ['__proto__', '{"email":"a","pin":"1234","__proto__":{"x":1}}'],
    ['constructor.prototype', '{"email":"a","pin":"1234","constructor":{"prototype":{"x":1}}}'],
    ['25 levels of nesting', `{"email":"a","pin":"1234","deep":${'['.repeat(25)}${']'.repeat(25)}}`],
  ])('with %s gets 400', async (_what, body) => {
    const response = await login(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ data: null, error: { status: 400, name: 'invalid_request' } })
  })

  it('that is not UTF-8 gets 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc3, 0x28]), Buffer.from('","pin":"1234"}')])
    expect((await login(bytes)).status).toBe(400)
  })

  it('that is too large gets 413 from its announced size alone', async () => {
    const announced = await sendRaw(
      'POST /api/product-user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n',
    )
    expect(announced).toMatch(/^HTTP\/1.1 413 /)
    expect(announced).toContain('"name":"payload_too_large"')
    expect((await login(`{"email":"${'a'.repeat(17_000)}"}`)).status).toBe(413)
  })

  it('with another type or encoding gets 415', async () => {
    expect((await login('email=a&pin=1234', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await login('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    const packed = await login('{}', { 'content-encoding': 'gzip' })
    expect(packed.status).toBe(415)
    expect(await packed.json()).toMatchObject({ error: { name: 'unsupported_media_type' } })
  })

  it('can have unknown keys, which are ignored', async () => {
    expect((await login('{"email":"a@b.c","pin":"1234","isAdmin":true}')).status).toBe(401)
  })
})

describe('request URL', () => {
  it.each([
    ['NUL', '/api/courses/%00'],
    ['bytes that are not UTF-8', '/api/courses/%ff'],
    ['NUL in the query', '/api/user-subscription?email=%00'],
    ['8 kB and more', `/api/courses?x=${'a'.repeat(8_200)}`],
    ['too many keys', `/api/courses?${'a=1&'.repeat(120)}`],
  ])('with %s gets 400', async (_what, path) => {
    const reply = await server.call(`GET ${path}`, { token })
    expect(reply.error).toMatchObject({ status: 400, name: 'invalid_request' })
  })

  it.each(["1' or '1'='1", '../../etc/passwd', '__proto__', 'constructor', 'a'.repeat(101), '%25'])(
    'with the id %j is rejected safely',
    async (id) => {
      const reply = await server.call('getCourse', { params: { id } })
      expect([400, 404]).toContain(reply.status)
      expect(reply.error?.status).toBe(reply.status)
    },
  )

  it('accepts populate[n] keys, even repeated ones', async () => {
    const query =
      'populate[0]=chapters&populate[0]=chapters.lessons&populate=x&populate[__proto__]=y&populate[1]=featuredImage'
    expect((await server.call('listCourses', { query })).status).toBe(200)
  })

  it('gets a JSON 404 under /api when it does not exist', async () => {
    for (const target of ['GET /api/nothing', 'POST /api', 'GET /api/'] as const) {
      const reply = await server.call(target)
      expect(reply.error).toEqual({ status: 404, name: 'not_found', message: 'Not found.' })
    }
  })

  it('gets 405 for another method, with the right one in the answer', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const reply = await server.call(`${method} /api/product-user/login`)
      expect(reply.error).toMatchObject({ status: 405, name: 'method_not_allowed' })
      expect(reply.headers.get('allow')).toBe('POST')
    }
  })
})

describe('bytes that are not HTTP', () => {
  it('get one answer in the usual shape', async () => {
    const answer = await sendRaw('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"name":"invalid_request"')
  })

  it('are rejected when smuggled behind a second content length', async () => {
    const answer = await sendRaw(
      'POST /api/product-user/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('every answer', () => {
  it('has its own request id and the browser security headers', async () => {
    const one = await server.call('locales')
    const other = await server.call('locales', { headers: { 'x-request-id': 'mine' } })
    expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-z]{10}$/)
    expect(other.headers.get('x-request-id')).not.toBe('mine')
    expect(one.headers.get('referrer-policy')).toBe('no-referrer')
    expect(one.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = one.headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split(';')).toContain(rule)
  })

  it('allows no other origin', async () => {
    const reply = await server.call('locales', { headers: { origin: 'https://evil.example' } })
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
