import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let folder: string
let server: TestServer
const script = 'export const kite = 1\n'.repeat(100)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-web-'))
  mkdirSync(join(folder, 'static/js'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kitewise</title>')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder, '.secret'), 'secret')
  writeFileSync(join(folder, 'static/js/main.abc.js'), script)
  writeFileSync(join(folder, 'static/js/main.abc.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'cover.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const catalog = makeCatalog({ id: 'ai-zero', chapters: { c1: { l01: { f1: [] } } } })
  const findCover = (id: string) => (id.startsWith('ai-zero') ? join(folder, 'cover.svg') : null)
  server = await startTestServer({ config: { webFolder: folder }, catalog: { ...catalog, findCover } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('app pages', () => {
  it.each([
    '/',
    '/login',
    '/login?step=pin',
    '/course/ai-zero/lesson/ai-zero.l04/start',
    '/course/ai-zero/lesson/ai-zero.l04/learn?fragment=2',
    '/login?email=ann@kitewise.example',
    '/LOGIN/',
    '/quiz/f1/1/v1',
    '/quiz/f9/nonsense',
    '/certificates/abc',
    '/%6cogin',
  ])('%s is the app shell, revalidated each time', async (path) => {
    const reply = await server.call(`GET ${path}`)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<title>Kitewise</title>')
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
  })
})

describe('the gallery for developers', () => {
  it('is the app shell, except in production', async () => {
    expect((await server.call('GET /dev/gallery')).status).toBe(200)
    const config = { webFolder: folder, production: true }
    const other = await startTestServer({ config, database: server.database })
    expect((await other.call('GET /dev/gallery')).status).toBe(404)
    await other.close()
  })
})

describe('unknown URLs', () => {
  it.each(['/apiary', '/no/such/page', '/certificates', '/course/ai-zero/lesson', '/wp-admin', '//', '/login/x'])(
    '%s gets the app shell with 404, even when the client has it cached',
    async (path) => {
      const etag = (await server.call('GET /login')).headers.get('etag') ?? ''
      for (const headers of [{}, { 'if-none-match': etag }] as Record<string, string>[]) {
        const reply = await server.call(`GET ${path}`, { headers })
        expect([reply.status, reply.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
        expect(reply.text).toContain('<title>Kitewise</title>')
        expect(reply.headers.get('cache-control')).toBe('no-cache')
      }
    },
  )

  it.each([
    '/.env',
    '/.git/config',
    '/.well-known/openid-configuration',
    '/.well-known/change-password',
    '/metrics',
    '/ads.txt',
    '/index.php',
    '/course/logo.png',
    '/%2eenv',
    '/login.html',
    '/sw.js.map',
    '/dev/tools',
    '/API/courses',
  ])('%s looks like a file and gets a plain 404', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await server.call(`${method} ${path}`)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    }
    expect((await server.call(`GET ${path}`)).error?.name).toBe('not_found')
  })
})

describe('search engines', () => {
  it.each([
    ['/certificates/abc', 'noindex'],
    ['/dashboard', 'noindex'],
    ['/quiz/f1/2/v1', 'noindex'],
    ['/quiz/f1/1/v1', null],
    ['/', null],
    ['/login', null],
    ['/terms?from=ad', null],
  ])('get the robots header for %s: %s', async (path, expected) => {
    const reply = await server.call(`GET ${path}`)
    expect([reply.status, reply.headers.get('x-robots-tag')]).toEqual([200, expected])
  })
})

describe('app pages for a client without compression', () => {
  it.each(['/', '/?from=ad', '/login'])('%s is the uncompressed app shell', async (path) => {
    const reply = await server.call(`GET ${path}`, { headers: { 'accept-encoding': 'identity' } })
    expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, null])
    expect(reply.text).toContain('<title>Kitewise</title>')
  })
})

describe('build files', () => {
  it('are cached forever and compressed for clients that support it', async () => {
    const packed = await fetch(`${server.url}/static/js/main.abc.js`, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(packed.headers.get('content-type')).toContain('javascript')
    expect(await packed.text()).toBe(script)
    const plain = await fetch(`${server.url}/static/js/main.abc.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(script)
    expect((await server.call('GET /manifest.webmanifest')).headers.get('cache-control')).toBe('no-cache')
  })

  it('return 404 and never the app shell when they are missing', async () => {
    for (const path of ['/static/js/old.123.chunk.js', '/static', '/static/', '/static/js/', '/covers/none.svg']) {
      for (const encoding of ['br', 'identity']) {
        const reply = await server.call(`GET ${path}`, { headers: { 'accept-encoding': encoding } })
        expect([path, encoding, reply.status, reply.error?.name]).toEqual([path, encoding, 404, 'not_found'])
      }
    }
  })

  it('exclude dot files and paths outside the folder', async () => {
    for (const path of [
      '/.secret',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/static/..%2f..%2fetc%2fpasswd',
      '/static/%5c..%5cx',
    ]) {
      const reply = await server.call(`GET ${path}`)
      expect(reply.text).not.toContain('secret')
      expect(reply.text).not.toContain('root:')
    }
  })
})

describe('covers', () => {
  it('are sandboxed drawings', async () => {
    const reply = await server.call('GET /covers/ai-zero.l01.svg')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('of unknown courses return 404', async () => {
    for (const path of ['/covers/nobody.svg', '/covers/ai-zero', '/covers/..%2fcover.svg'])
      expect((await server.call(`GET ${path}`)).status).toBe(404)
  })
})

describe('catalog answers', () => {
  it('are revalidated by ETag, compressed or plain', async () => {
    const plain = await fetch(`${server.url}/api/courses`, { headers: { 'accept-encoding': 'identity' } })
    const tag = plain.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"/)
    const packed = await fetch(`${server.url}/api/courses`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(await packed.json()).toEqual(await plain.json())
    const again = await fetch(`${server.url}/api/courses`, { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const refusesBrotli = await fetch(`${server.url}/api/courses`, { headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect(refusesBrotli.headers.get('content-encoding')).toBeNull()
  })
})
