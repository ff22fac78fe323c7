import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'

const cover =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400"><rect width="640" height="400" fill="#3347E8"/></svg>'
const page =
  '<!doctype html><html lang="en"><head><meta name="description" content="Old words" /><title>Kite & Co</title></head></html>'

let server: TestServer
let webFolder: string

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'kitewise-web-'))
  writeFileSync(join(webFolder, 'index.html'), page)
  writeFileSync(join(webFolder, 'cover.svg'), cover)
  const sketch = { chapters: { c1: { l01: { f1: [] } } } }
  const catalog = makeCatalog({ id: 'ai-zero', ...sketch }, { id: 'find-check', ...sketch })
  const findCover = (id: string) => (id.includes('.') ? null : join(webFolder, 'cover.svg'))
  server = await startTestServer({
    catalog: { ...catalog, findCover },
    config: {
      webFolder,
      publicUrl: 'https://learn.example',
      brand: { ...testConfig().brand, name: 'Kite </script>' },
    },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(webFolder, { recursive: true })
})

const get = async (path: string) => {
  const { text, status, headers } = await server.call(`GET ${path}`)
  const data = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const things: Record<string, unknown>[] = data.map(([, json = '']) => JSON.parse(json))
  const link = (rel: string, hreflang?: string): string | undefined =>
    new RegExp(`<link rel="${rel}"(?: hreflang="${hreflang}")? href="([^"]*)">`).exec(text)?.[1]
  return { text, status, headers, things, link }
}

describe('the page for newcomers', () => {
  it.each([
    ['/welcome', 'en', 'https://learn.example/welcome', 'Learn to use AI, five minutes a day'],
    ['/welcome?lang=en', 'en', 'https://learn.example/welcome', 'Learn to use AI, five minutes a day'],
    ['/welcome?lang=fr', 'fr', 'https://learn.example/welcome?lang=fr', 'Apprenez à utiliser l’IA'],
    ['/welcome?lang=uk', 'uk', 'https://learn.example/welcome?lang=uk', 'Навчіться працювати зі ШІ'],
    ['/welcome?lang=<b>', 'en', 'https://learn.example/welcome', 'Learn to use AI, five minutes a day'],
  ])('at %s is described in %s, with one canonical address', async (path, language, canonical, title) => {
    const { text, status, headers, link } = await get(path)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, null])
    expect(text).toContain(`<html lang="${language}">`)
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text).toContain(`<title>${title}`)
    expect(text.match(/name="description"/g)).toHaveLength(1)
    expect(text).not.toContain('Old words')
    expect(link('canonical')).toBe(canonical)
    expect(link('alternate', 'ja')).toBe('https://learn.example/welcome?lang=ja')
    expect(link('alternate', 'x-default')).toBe('https://learn.example/welcome')
    expect(text).toContain(`<meta property="og:url" content="${canonical}">`)
  })

  it('without a language in its address is described in the one that the browser prefers, in which it is drawn', async () => {
    const { text } = await server.call('GET /welcome', { headers: { 'accept-language': 'uk,en;q=0.5' } })
    expect(text).toContain('<html lang="uk">')
    expect(text).toContain('<title>Навчіться працювати зі ШІ')
    expect(text).toContain('<link rel="canonical" href="https://learn.example/welcome?lang=uk">')
  })

  it('lists the organization, its questions and its courses for search engines, whatever the brand’s name is', async () => {
    const { things, text } = await get('/welcome')
    expect(things.map((thing) => thing['@type'])).toEqual(['Organization', 'FAQPage', 'ItemList'])
    expect(things[0]?.['name']).toBe('Kite </script>')
    expect(things[1]?.['mainEntity']).toContainEqual(expect.objectContaining({ name: 'How do I cancel?' }))
    expect(JSON.stringify(things)).not.toContain('{brand}')
    expect(things[2]?.['itemListElement']).toHaveLength(2)
    expect(text).toContain('<title>Learn to use AI, five minutes a day · Kite &lt;/script></title>')
  })

  it('keeps the content security policy, and is revalidated by ETag', async () => {
    const { headers } = await get('/welcome')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    const again = await server.call('GET /welcome', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect((await get('/welcome?lang=es')).headers.get('etag')).not.toBe(headers.get('etag'))
  })
})

describe('the page of a course for newcomers', () => {
  it('is described by the course, in its language', async () => {
    const { things, text, link, headers } = await get('/welcome/ai-zero?lang=uk')
    expect(text).toContain('<title>Курс ai-zero · Kite &lt;/script></title>')
    expect(link('canonical')).toBe('https://learn.example/welcome/ai-zero?lang=uk')
    expect(headers.get('x-robots-tag')).toBeNull()
    expect(things).toEqual([
      expect.objectContaining({
        '@type': 'Course',
        name: 'Курс ai-zero',
        inLanguage: 'uk',
        hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT5M' },
        image: 'https://learn.example/covers/ai-zero.png',
      }),
    ])
  })

  it('is unknown for another name, also to a client that has a copy', async () => {
    const etag = (await get('/login')).headers.get('etag') ?? ''
    for (const headers of [{}, { 'if-none-match': etag }] as Record<string, string>[]) {
      const reply = await server.call('GET /welcome/nothing', { headers })
      expect([reply.status, reply.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
      expect(reply.text).not.toContain('canonical')
    }
  })
})

describe('the picture for links', () => {
  it.each(['ai-zero', 'courses'])('of %s is a PNG of the size that previews ask for', async (name) => {
    const reply = await fetch(`${server.url}/covers/${name}.png`)
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  })

  it('exists for courses only', async () => {
    for (const name of ['nothing', 'ai-zero.l01'])
      expect((await server.call(`GET /covers/${name}.png`)).status).toBe(404)
  })
})
