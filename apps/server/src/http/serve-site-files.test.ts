import { listedPaths } from '@kitewise/contract/screens'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { findAddress } from './serve-web-app.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    now: new Date('2026-11-22T15:00:00Z'),
    config: { publicUrl: 'https://learn.example', securityContact: 'mailto:security@learn.example' },
  })
})
afterAll(() => server.close())

it('robots.txt names the sitemap', async () => {
  const reply = await server.call('GET /robots.txt')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(reply.text).toContain('User-agent: *\n')
  expect(reply.text).toContain('\nSitemap: https://learn.example/sitemap.xml\n')
})

it('sitemap.xml lists the public screens, which all exist', async () => {
  const reply = await server.call('GET /sitemap.xml')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const listed = [...reply.text.matchAll(/<loc>https:\/\/learn\.example([^<]*)<\/loc>/g)].map(([, path]) => path)
  expect(listed).toEqual(expect.arrayContaining([...listedPaths]))
  expect(listed.map((path = '') => findAddress(path))).toEqual(listed.map(() => 'screen'))
})

it('sitemap.xml lists the pages for newcomers in eight languages, each with its alternates', async () => {
  const { text } = await server.call('GET /sitemap.xml')
  const pages = [...text.matchAll(/<loc>https:\/\/learn\.example(\/welcome[^<]*)<\/loc>(.*)<\/url>/g)]
  const courses = server.context.catalog.courses.length
  expect(pages).toHaveLength(8 * (courses + 1))
  expect(new Set(pages.map(([, path]) => path)).size).toBe(pages.length)
  expect(pages.map(([, path]) => path)).toEqual(expect.arrayContaining(['/welcome', '/welcome?lang=uk']))
  for (const [, path = '', alternates = ''] of pages) {
    const hreflangs = [...alternates.matchAll(/hreflang="([\w-]+)" href="https:\/\/learn\.example([^"]*)"/g)]
    expect(hreflangs.map(([, language]) => language)).toEqual([
      'en',
      'uk',
      'ko',
      'es',
      'fr',
      'tr',
      'ja',
      'pt',
      'x-default',
    ])
    expect(hreflangs.map(([, , address]) => address)).toContain(path)
  }
})

it('security.txt has a contact and an expiry date in the future', async () => {
  const reply = await server.call('GET /.well-known/security.txt')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(reply.text.split('\n')).toEqual([
    'Contact: mailto:security@learn.example',
    'Expires: 2027-02-21T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://learn.example/.well-known/security.txt',
    '',
  ])
})

const contactOf = (env: Record<string, string>) => {
  const made = makeConfig(env, '/nowhere')
  return 'config' in made ? made.config.securityContact : made.problems
}

it('the security contact defaults to the support address', () => {
  expect(contactOf({ SUPPORT_EMAIL: 'help@learn.example' })).toBe('mailto:help@learn.example')
  expect(contactOf({ SECURITY_CONTACT: 'https://learn.example/report' })).toBe('https://learn.example/report')
  expect(contactOf({ SECURITY_CONTACT: 'somewhere' })).toEqual([
    'SECURITY_CONTACT: must begin with mailto: or https://',
  ])
})
