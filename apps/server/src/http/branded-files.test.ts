import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let folder: string
const servers: TestServer[] = []
const page = `<!doctype html><style>b{}</style><script>say("hi")</script><script type="module" src="/x.js"></script>
<meta name="company" content="{{company}}"><title>{{brand}}</title>{{postalAddress}} {{supportEmail}} {{other}}`

const startWith = async (variables: Record<string, string>): Promise<TestServer> => {
  const made = makeConfig({ NODE_ENV: 'test', ...variables }, '/')
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  const server = await startTestServer({
    config: { webFolder: folder, deskFolder: join(folder, 'desk'), brand: made.config.brand },
  })
  servers.push(server)
  return server
}

let kitewise: TestServer
let other: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-brand-'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'sw.js'), "precache({url:'/index.html',revision:'SHELL_REVISION'})")
  mkdirSync(join(folder, 'desk/static'), { recursive: true })
  writeFileSync(join(folder, 'desk/index.html'), page)
  kitewise = await startWith({})
  other = await startWith({
    BRAND_NAME: 'A & "B" <c>',
    BRAND_COMPANY: '"><script>x</script>',
    BRAND_ADDRESS: "1 'Road'",
    SUPPORT_EMAIL: 'help@other.example',
  })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true })
})

const get = (server: TestServer, path: string, encoding: string) =>
  fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encoding } })

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('index page', () => {
  it.each(['/', '/login', '/index.html'])('at %s carries the configured brand, escaped', async (path) => {
    expect((await kitewise.call(`GET ${path}`)).text).toContain('<title>Kitewise</title>')
    const { text } = await other.call(`GET ${path}`)
    expect(text).toContain(
      '<title>A &amp; &quot;B&quot; &lt;c&gt;</title>1 &#39;Road&#39; help@other.example {{other}}',
    )
    expect(text).toContain('content="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"')
  })

  it('allows only its own inline style and script, by hash', async () => {
    for (const path of ['/login', '/desk', '/desk/people']) {
      const policy = (await other.call(`GET ${path}`)).headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`script-src 'self' ${hash('say("hi")')};`)
      expect(policy).toContain(`style-src 'self' ${hash('b{}')};`)
      expect(policy).not.toContain('unsafe')
    }
    const answer = await other.call('GET /api/courses')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('is compressed as the client accepts, with an ETag that changes with the brand', async () => {
    const tags = new Set<string | null>()
    for (const [encoding, expected] of [
      ['gzip, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
      ['brotli', null],
    ] as const) {
      const answer = await get(kitewise, '/login', encoding)
      expect([encoding, answer.headers.get('content-encoding')]).toEqual([encoding, expected])
      expect(await answer.text()).toContain('<title>Kitewise</title>')
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      tags.add(answer.headers.get('etag'))
    }
    expect(tags.size).toBe(1)
    const [tag = ''] = [...tags].map(String)
    const again = (server: TestServer) => server.call('GET /login', { headers: { 'if-none-match': tag } })
    expect((await again(kitewise)).status).toBe(304)
    expect((await again(other)).status).toBe(200)
  })

  it('answers HEAD without a body', async () => {
    for (const path of ['/login', '/index.html']) {
      const answer = await fetch(`${kitewise.url}${path}`, { method: 'HEAD' })
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'text/html; charset=utf-8',
        '',
      ])
    }
  })
})

describe('page assets', () => {
  it('the manifest names the brand', async () => {
    const answer = await other.call('GET /manifest.webmanifest')
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(JSON.parse(answer.text)).toMatchObject({ name: 'A & "B" <c>', short_name: 'A & "B" <c>', start_url: '/' })
  })

  it('the service worker differs per brand, so that it caches the new page', async () => {
    const workers = await Promise.all([kitewise, other].map((server) => server.call('GET /sw.js')))
    for (const { text, headers } of workers) {
      expect(text).toMatch(/revision:'[\w-]{22}'/)
      expect(headers.get('content-type')).toContain('text/javascript')
    }
    expect(workers[0]?.text).not.toBe(workers[1]?.text)
  })
})
