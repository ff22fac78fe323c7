import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'

let folder: string
let server: TestServer
const { timeouts } = testConfig()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-headers-'))
  mkdirSync(join(folder, 'static/js'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kitewise</title>')
  writeFileSync(join(folder, 'static/js/main.abc.js'), 'export const kite = 1\n')
  server = await startTestServer({
    config: {
      webFolder: folder,
      publicUrl: 'https://learn.example',
      timeouts: { ...timeouts, headersMs: 200, requestMs: 250, checkEveryMs: 50 },
    },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Sends bytes and returns everything received until the server closes the connection. */
const sendRaw = async (bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

const expected: Record<string, RegExp> = {
  'content-security-policy': /default-src/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'permissions-policy': /^accelerometer=\(\), .*camera=\(\).*microphone=\(\)/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'x-request-id': /^[0-9a-z]{10}$/,
}

const missingFrom = (headers: Headers): string[] =>
  Object.entries(expected).flatMap(([name, value]) => (value.test(headers.get(name) ?? '') ? [] : [name]))

const headersOf = (answer: string): Headers => {
  const [, ...lines] = (answer.split('\r\n\r\n')[0] ?? '').split('\r\n')
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}

describe('security headers are set on', () => {
  it.each([
    ['a page', 'GET /login', 200],
    ['a page that does not exist', 'GET /no-such-page', 404],
    ['a file of the build', 'GET /static/js/main.abc.js', 200],
    ['a removed file', 'GET /static/js/old.js', 404],
    ['an unknown file', 'GET /.env', 404],
    ['an unknown cover', 'GET /covers/none.svg', 404],
    ['an answer of the API', 'GET /api/courses', 200],
    ['a refused API call', 'GET /api/product-user/me', 401],
    ['an unknown API path', 'GET /api/nothing', 404],
    ['another method', 'PUT /api/product-user/login', 405],
    ['a URL that is not UTF-8', 'GET /api/courses/%ff', 400],
    ['a URL with NUL', 'GET /api/courses/%00', 400],
    ['a webhook', 'POST /api/payments/webhook', 400],
    ['a redirect', 'GET /u/abc', 302],
    ['a missing certificate', 'GET /api/certificates/none/pdf', 404],
    ['the keys of badges', 'GET /api/badges/keys', 200],
    ['the mailbox', 'GET /dev/mailbox', 200],
    ['the health check', 'GET /livez', 200],
    ['the readiness check', 'GET /readyz', 200],
    ['a body of another type', 'POST /api/product-user/login', 415],
  ] as const)('%s', async (_what, target, status) => {
    const input = target.startsWith('POST') ? { body: 'x', headers: { 'content-type': 'text/plain' } } : {}
    const reply = await server.call(target, input)
    expect([reply.status, missingFrom(reply.headers)]).toEqual([status, []])
  })

  it('an unchanged answer', async () => {
    for (const path of ['/api/courses', '/static/js/main.abc.js', '/login']) {
      const etag = (await fetch(server.url + path)).headers.get('etag') ?? ''
      const again = await sendRaw(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
      )
      expect([path, again.split(' ')[1], missingFrom(headersOf(again))]).toEqual([path, '304', []])
    }
  })

  it.each([
    ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400],
    ['a request without a host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers that never end', 'GET /livez HTTP/1.1\r\nHost: a\r\n', 408],
    [
      'a body that never ends',
      'POST /api/product-user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      408,
    ],
    ['headers of 40 kB', `GET /livez HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['headers of 70 kB', `GET /livez HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
    ['an unknown expectation', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n', 200],
    ['an unsupported method', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ])('the answer to %s, which has the usual shape', async (_what, bytes, status) => {
    const answer = await sendRaw(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(missingFrom(headersOf(answer))).toEqual([])
    const body: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    expect(body).toMatchObject(status === 200 ? { data: { live: true } } : { data: null, error: { status } })
  })
})

describe('invalid bearer token', () => {
  it.each([5_000, 20_000])('of %i bytes gets 401', async (length) => {
    for (const target of ['me', 'listCourses'] as const) {
      const reply = await server.call(target, { token: 'a'.repeat(length) })
      expect([target, reply.status]).toEqual([target, target === 'me' ? 401 : 200])
    }
  })
})
