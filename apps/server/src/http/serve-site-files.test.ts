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
  expect(listed).toEqual(listedPaths)
  expect(listed.map((path = '') => findAddress(path))).toEqual(listed.map(() => 'screen'))
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
