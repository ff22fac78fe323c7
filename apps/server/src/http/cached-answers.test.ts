import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRaw, startCachingProxy, type CachingProxy } from '../test-support/start-caching-proxy.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let folder: string
let server: TestServer
let proxy: CachingProxy

const files = {
  'index.html': '<!doctype html><title>Kitewise</title>',
  'kite.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/js/main.abc.js': 'export const kite = 1\n'.repeat(100),
}
const paths = ['/static/js/main.abc.js', '/kite.svg', '/login', '/api/courses']

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-cached-'))
  mkdirSync(join(folder, 'static/js'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  server = await startTestServer({ config: { webFolder: folder } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const unpack = (encoding: string | undefined, body: Buffer): string => {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

const orders = [
  ['br', 'identity', 'gzip'],
  ['identity', 'br', 'gzip'],
  ['gzip', 'br', 'identity'],
]

describe('behind a shared cache', () => {
  it.each(paths.flatMap((path) => orders.map((order) => [path, order] as const)))(
    '%s comes in an encoding that the client accepts, requested as %j',
    async (path, order) => {
      proxy = await startCachingProxy(server.url)
      const plain = await getRaw(server.url + path, { 'accept-encoding': 'identity' })
      for (const encoding of [...order, ...order]) {
        const { status, headers, body } = await getRaw(proxy.url + path, { 'accept-encoding': encoding })
        expect([status, ['identity', encoding]]).toEqual([
          200,
          expect.arrayContaining([headers['content-encoding'] ?? 'identity']),
        ])
        expect(unpack(headers['content-encoding'], body)).toBe(plain.body.toString())
      }
      expect(proxy.hits()).toBeGreaterThanOrEqual(order.length)
      await proxy.close()
    },
  )
})

describe('an answer that the client has', () => {
  it.each(paths)('%s is not sent again, whether a proxy has weakened its tag or not', async (path) => {
    const { headers } = await getRaw(server.url + path, {})
    const strong = (headers.etag ?? '').replace(/^W\//, '')
    for (const tag of [strong, `W/${strong}`, `"other", W/${strong}`, '*'])
      expect([tag, (await getRaw(server.url + path, { 'if-none-match': tag })).status]).toEqual([tag, 304])
    expect((await getRaw(server.url + path, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('Vary header', () => {
  it.each(paths)('%s varies by encoding, compressed, plain and unchanged', async (path) => {
    const packed = await getRaw(server.url + path, { 'accept-encoding': 'br' })
    const plain = await getRaw(server.url + path, { 'accept-encoding': 'identity' })
    const unchanged = await getRaw(server.url + path, { 'if-none-match': plain.headers.etag ?? '' })
    expect([packed.status, plain.status, unchanged.status]).toEqual([200, 200, 304])
    for (const { headers } of [packed, plain, unchanged]) expect(headers.vary).toMatch(/\bAccept-Encoding\b/)
    expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined])
  })
})
