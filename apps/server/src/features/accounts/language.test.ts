import { languageCodes } from '@kitewise/rules/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signInAs = async (wanted: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(server.context, wanted)
  return { token: await server.signIn(user.email, user.pin) }
}

describe('profile language', () => {
  it.each(languageCodes)('accepts %s, and maps us and uk to English', async (code) => {
    const { token } = await signInAs({ subscription: null, lang: 'fr' })
    const expected = code === 'us' || code === 'uk' ? 'en' : code
    const reply = await server.call('updateLanguage', { token, body: { language: code } })
    expect([reply.status, reply.body]).toEqual([200, { data: { language: expected } }])
    expect((await server.call('me', { token })).body.data.lang).toBe(expected)
  })

  it('rejects an unsupported language and a change without a session', async () => {
    const { token } = await signInAs({ lang: 'fr' })
    for (const language of ['de', '', 'EN', null, 'uk-UA'])
      expect((await server.call('updateLanguage', { token, body: { language } })).status).toBe(400)
    expect((await server.call('updateLanguage', { body: { language: 'ko' } })).status).toBe(401)
    expect((await server.call('me', { token })).body.data.lang).toBe('fr')
  })
})
