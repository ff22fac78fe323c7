import { createHash } from 'node:crypto'
import texts from '@kitewise/texts/consent/en' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { deleteUser } from '../../test-support/rows/accounts.ts'
import { forgeConsents, listConsentsOfUser } from '../../test-support/rows/onboarding.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { unsubscribeToken } from './unsubscribe.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signInAs = async () => {
  const user = await createUser(server.context, { subscription: null })
  const token = await server.signIn(user.email, user.pin)
  const { sessionSecret } = server.context.config
  return {
    ...user,
    link: unsubscribeToken(sessionSecret, user.id),
    read: async () => (await server.call('marketingConsent', { token })).body.data.marketingConsent,
    decide: (marketingConsent: unknown) =>
      server.call('updateMarketingConsent', {
        token,
        body: { marketingConsent },
        headers: { 'accept-language': 'en' },
      }),
  }
}

const rowsOf = ({ id }: { id: string }) => listConsentsOfUser(server.context.db, id)
const postForm = (path: string, type = 'application/x-www-form-urlencoded', body = 'List-Unsubscribe=One-Click') =>
  server.call(`POST ${path}`, { body, headers: { 'content-type': type } })

describe('consent to marketing mail', () => {
  it('creates a row for each decision, with time, language, place and the hash of the text', async () => {
    const learner = await signInAs()
    const text = texts.marketing.replaceAll('{brand}', server.context.config.brand.name)
    expect(await learner.read()).toBe(false)
    for (const decision of [true, false, true]) {
      const reply = await learner.decide(decision)
      expect([reply.status, reply.body]).toEqual([200, { data: { marketingConsent: decision, text } }])
      expect(await learner.read()).toBe(decision)
    }
    const hash = createHash('sha256').update(text).digest('hex')
    const row = { place: 'account', purpose: 'marketing', language: 'en', hash, isNow: true }
    expect(await rowsOf(learner)).toEqual([true, false, true].map((isGiven) => ({ isGiven, ...row })))
  })

  it('creates one row when the same decision is repeated, even ten times at once', async () => {
    const learner = await signInAs()
    await learner.decide(false)
    expect(await rowsOf(learner)).toEqual([])
    await Promise.all(Array.from({ length: 10 }, () => learner.decide(true)))
    expect(await rowsOf(learner)).toHaveLength(1)
  })

  it('needs a session and accepts only yes or no', async () => {
    expect((await server.call('marketingConsent')).status).toBe(401)
    expect((await server.call('updateMarketingConsent', { body: { marketingConsent: true } })).status).toBe(401)
    const learner = await signInAs()
    for (const odd of ['true', 1, null, undefined]) expect((await learner.decide(odd)).status).toBe(400)
    expect(await learner.read()).toBe(false)
  })

  it('is never changed, and is deleted with the account', async () => {
    const learner = await signInAs()
    await learner.decide(true)
    const { db } = server.context
    await expect(forgeConsents(db, false)).rejects.toThrow('never changed')
    await deleteUser(db, learner.id)
    expect(await rowsOf(learner)).toEqual([])
  })
})

describe('one-click unsubscribe of a mail program', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ['text/plain', 'List-Unsubscribe=One-Click'],
    ['application/json', '{}'],
    ['application/octet-stream', ''],
  ])('withdraws with a form of %s, and gives the same answer a second time', async (type, body) => {
    const learner = await signInAs()
    await learner.decide(true)
    for (const _ of [1, 2]) {
      const reply = await postForm(`/u/${learner.link}`, type, body)
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
    expect(await learner.read()).toBe(false)
    expect((await rowsOf(learner)).map(({ isGiven, place }) => [isGiven, place])).toEqual([
      [true, 'account'],
      [false, 'unsubscribe_link'],
    ])
  })

  it.each(['.', ')', '>,', '”'])('works with "%s" behind the address', async (sign) => {
    const learner = await signInAs()
    await learner.decide(true)
    const address = `/u/${learner.link}${encodeURIComponent(sign)}`
    const page = await server.call(`GET ${address}`)
    expect(page.headers.get('location')).toBe(`/unsubscribe?token=${learner.link}`)
    expect((await postForm(address)).status).toBe(200)
    expect(await learner.read()).toBe(false)
  })

  it('only redirects to the page on GET or HEAD, and withdraws nothing', async () => {
    const learner = await signInAs()
    await learner.decide(true)
    for (const method of ['GET', 'HEAD']) {
      const reply = await server.call(`${method} /u/${learner.link}`)
      expect([reply.status, reply.headers.get('location')]).toEqual([302, `/unsubscribe?token=${learner.link}`])
    }
    expect(await learner.read()).toBe(true)
  })

  it('returns 400 for a made-up token, and 413 for a large body, and no other endpoint takes forms', async () => {
    const learner = await signInAs()
    await learner.decide(true)
    expect((await postForm('/u/made-up')).error?.name).toBe('invalid_token')
    expect((await postForm(`/u/${learner.link.slice(0, -2)}AA`)).status).toBe(400)
    expect((await postForm(`/u/${learner.link}`, undefined, 'x'.repeat(5_000))).status).toBe(413)
    expect((await postForm('/api/unsubscribe', undefined, `token=${learner.link}`)).status).toBe(415)
    expect(await learner.read()).toBe(true)
  })

  it('returns 200 for a deleted account too', async () => {
    const learner = await signInAs()
    await deleteUser(server.context.db, learner.id)
    expect((await postForm(`/u/${learner.link}`)).status).toBe(200)
  })
})

describe('unsubscribe page', () => {
  it('withdraws without a session, any number of times', async () => {
    const learner = await signInAs()
    await learner.decide(true)
    for (const _ of [1, 2]) {
      const reply = await server.call('unsubscribe', { body: { token: learner.link } })
      expect([reply.status, reply.body]).toEqual([200, { data: { unsubscribed: true } }])
    }
    expect(await rowsOf(learner)).toHaveLength(2)
    expect((await server.call('unsubscribe', { body: { token: 'x' } })).error?.name).toBe('invalid_token')
  })
})
