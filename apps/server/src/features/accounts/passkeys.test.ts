import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { createUser } from '../../test-support/factories.ts'
import { createPasskey } from '../../test-support/passkey.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { ageSession, countDevices } from '../../test-support/rows/accounts.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Passkey = ReturnType<typeof createPasskey>
type Wanted = Parameters<typeof createUser>[1]

const add = async (token: string, passkey: Passkey, name = 'My phone') => {
  const options = await server.call('addPasskeyOptions', { token })
  expect(options.status).toBe(200)
  return server.call('addPasskey', { token, body: { passkey: passkey.register(options.body.data), name } })
}
const withPasskey = async (wanted: Wanted = {}) => {
  const learner = await createUser(server.context, wanted)
  const token = await server.signIn(learner.email, learner.pin)
  const passkey = createPasskey()
  const added = await add(token, passkey)
  expect(added.status).toBe(200)
  return { ...learner, token, passkey, passkeyId: added.body.data.id }
}
const askFor = async () => (await server.call('passkeySignInOptions')).body.data
const send = (passkey: object) => server.call('passkeySignIn', { body: { passkey } })
const signIn = async (passkey: Passkey) => send(passkey.signIn(await askFor()))
const listOf = async (token: string) => (await server.call('listPasskeys', { token })).body.data

it('signs nobody in whom the authenticator takes for somebody else', async () => {
  const { passkey } = await withPasskey()
  const other = await withPasskey()
  const answer = passkey.signIn(await askFor())
  const foreign = other.passkey.signIn(await askFor())
  const response = { ...answer.response, userHandle: foreign.response.userHandle }
  expect((await send({ ...answer, response })).error?.name).toBe('passkey_refused')
  expect((await signIn(passkey)).status).toBe(200)
})

describe('adding a passkey', () => {
  it('lists it with its name, and tells the owner by email', async () => {
    const { email, token } = await withPasskey()
    const [listed, ...others] = await listOf(token)
    expect(listed).toMatchObject({ name: 'My phone', lastUsedAt: null })
    expect(others).toEqual([])
    await runJobs(server.context)
    const mail = (await mailsTo(server.context, email)).find(({ text }) => text.includes('passkey was added'))
    expect(mail?.text).toContain('/restore-pass')
  })

  it('needs a fresh sign-in', async () => {
    const { id, token, passkeyId } = await withPasskey()
    await ageSession(server.context.db, id, '11 minutes')
    const body = { passkey: { id: 'x' }, name: 'Key' }
    const replies = [
      await server.call('addPasskeyOptions', { token }),
      await server.call('addPasskey', { token, body }),
      await server.call('removePasskey', { token, params: { passkeyId } }),
    ]
    expect(replies.map(({ error }) => error?.name)).toEqual(['reauthenticate', 'reauthenticate', 'reauthenticate'])
  })

  it('uses a handle that is random, and the same for each passkey of a learner', async () => {
    const { id, email, token } = await withPasskey()
    const handles = []
    for (const _ of [1, 2]) {
      const { data } = (await server.call('addPasskeyOptions', { token })).body
      handles.push((data['user'] as { id: string }).id)
    }
    expect(handles[0]).toBe(handles[1])
    const shown = Buffer.from(handles[0] ?? '', 'base64url').toString()
    expect(shown).not.toContain(id)
    expect(shown).not.toContain(email)
  })

  it('is refused for the challenge of another learner, of a sign-in, and a second time', async () => {
    const { token } = await withPasskey()
    const other = await withPasskey()
    const passkey = createPasskey()
    const foreign = (await server.call('addPasskeyOptions', { token: other.token })).body.data
    for (const options of [foreign, { ...foreign, challenge: (await askFor())['challenge'] }]) {
      const body = { passkey: passkey.register(options), name: 'Key' }
      expect((await server.call('addPasskey', { token, body })).error?.name).toBe('passkey_refused')
    }
    const body = { passkey: passkey.register((await server.call('addPasskeyOptions', { token })).body.data), name: 'K' }
    expect((await server.call('addPasskey', { token, body })).status).toBe(200)
    expect((await server.call('addPasskey', { token, body })).error?.name).toBe('passkey_refused')
    expect((await add(other.token, passkey)).error?.name).toBe('passkey_refused')
  })

  it('is refused after ten, even when two come at once', async () => {
    const { token } = await withPasskey()
    for (let count = 1; count < 9; count += 1) await add(token, createPasskey())
    const answers = []
    for (const passkey of [createPasskey(), createPasskey()])
      answers.push(passkey.register((await server.call('addPasskeyOptions', { token })).body.data))
    const replies = await Promise.all(
      answers.map((passkey) => server.call('addPasskey', { token, body: { passkey, name: 'Key' } })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await server.call('addPasskeyOptions', { token })).error?.name).toBe('too_many_passkeys')
    expect(await listOf(token)).toHaveLength(10)
  })

  it('needs a passkey that verifies its owner, for this site', async () => {
    const { token } = await withPasskey()
    for (const passkey of [createPasskey({ isVerified: false }), createPasskey({ origin: 'https://evil.example' })])
      expect((await add(token, passkey)).error?.name).toBe('passkey_refused')
  })
})

describe('signing in with a passkey', () => {
  it('answers like the PIN, is fresh, remembers the browser and the use', async () => {
    const { id, email, pin, passkey } = await withPasskey()
    const devices = await countDevices(server.context.db, id)
    const byPin = await server.call('login', { body: { email, pin } })
    const reply = await signIn(passkey)
    expect(reply.status).toBe(200)
    expect(reply.body.user).toEqual(byPin.body.user)
    expect(Object.keys(reply.body).toSorted()).toEqual(Object.keys(byPin.body).toSorted())
    expect(reply.headers.get('set-cookie')).toContain('HttpOnly')
    expect(await countDevices(server.context.db, id)).toBe(devices + 2)
    expect((await listOf(reply.body.jwt))[0]?.lastUsedAt).not.toBeNull()
    expect((await server.call('exportData', { token: reply.body.jwt })).status).toBe(200)
  })

  it('says when there is no plan', async () => {
    const { passkey } = await withPasskey({ subscription: null })
    expect((await signIn(passkey)).body.needsPlan).toBe(true)
  })

  it('restores an account that was deleted, and is refused once the time for that is over', async () => {
    const { id, token, passkey } = await withPasskey()
    await server.call('deleteAccount', { token })
    const restored = await signIn(passkey)
    expect([restored.status, restored.body.restored]).toEqual([200, true])
    await server.call('deleteAccount', { token: restored.body.jwt })
    await server.context.db`update users set deactivated_at = now() - interval '29 days' where id = ${id}`
    expect((await signIn(passkey)).error).toMatchObject({ status: 400, name: 'passkey_refused' })
  })

  it('is refused to a blocked account', async () => {
    const { id, passkey } = await withPasskey()
    await server.context.db`update users set blocked_at = now() where id = ${id}`
    expect((await signIn(passkey)).error?.name).toBe('account_blocked')
  })

  it('is refused the same way for an unknown passkey, a wrong signature, no ID and another site', async () => {
    const { passkey } = await withPasskey()
    const right = passkey.signIn(await askFor())
    const wrong = {
      ...right,
      response: { ...right.response, signature: createPasskey().signIn({}).response.signature },
    }
    for (const given of [createPasskey().signIn(await askFor()), wrong, {}, { id: 5 }])
      expect((await send(given)).error).toMatchObject({ status: 400, name: 'passkey_refused' })
  })

  it('takes a challenge once and for five minutes, and none for adding a passkey', async () => {
    const { token, passkey } = await withPasskey()
    const options = await askFor()
    expect((await send(passkey.signIn(options))).status).toBe(200)
    expect((await send(passkey.signIn(options))).error?.name).toBe('passkey_refused')
    const late = await askFor()
    await server.context.db`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`
    expect((await send(passkey.signIn(late))).error?.name).toBe('passkey_refused')
    const adding = (await server.call('addPasskeyOptions', { token })).body.data
    expect((await send(passkey.signIn(adding))).error?.name).toBe('passkey_refused')
    expect((await send(passkey.signIn({ challenge: 'bWFkZSB1cA' }))).error?.name).toBe('passkey_refused')
  })

  it('is refused to a copy whose counter is behind', async () => {
    const { passkey } = await withPasskey()
    const early = passkey.signIn(await askFor())
    expect((await signIn(passkey)).status).toBe(200)
    expect((await send(early)).error?.name).toBe('passkey_refused')
  })
})

describe('the passkeys of an account', () => {
  it('can be removed by their owner only, which is told by email and keeps sessions', async () => {
    const owner = await withPasskey()
    const other = await withPasskey()
    const params = { passkeyId: owner.passkeyId }
    expect((await server.call('removePasskey', { token: other.token, params })).error?.name).toBe('not_found')
    expect((await signIn(owner.passkey)).status).toBe(200)
    expect((await server.call('removePasskey', { token: owner.token, params })).status).toBe(200)
    expect((await signIn(owner.passkey)).error?.name).toBe('passkey_refused')
    expect(await listOf(owner.token)).toEqual([])
    await runJobs(server.context)
    const texts = (await mailsTo(server.context, owner.email)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('passkey was removed'))).toHaveLength(1)
  })

  it('can be renamed by their owner only, at any time', async () => {
    const owner = await withPasskey()
    const other = await withPasskey()
    await ageSession(server.context.db, owner.id, '11 minutes')
    const rename = (token: string, name: string) =>
      server.call('renamePasskey', { token, params: { passkeyId: owner.passkeyId }, body: { name } })
    expect((await rename(owner.token, '  Key ring ')).body.data).toMatchObject({ name: 'Key ring', lastUsedAt: null })
    expect((await rename(other.token, 'Mine')).error?.name).toBe('not_found')
    expect((await rename(owner.token, ' ')).status).toBe(400)
    expect((await rename(owner.token, 'x'.repeat(61))).status).toBe(400)
    expect((await listOf(owner.token)).map(({ name }) => name)).toEqual(['Key ring'])
  })

  it('stay when a session changes the PIN, and end when a mailed link sets it', async () => {
    const { id, email, token, passkey } = await withPasskey()
    await server.call('setPin', { token, body: { pin: '8305', email } })
    expect((await signIn(passkey)).status).toBe(200)
    const link = await issueToken(server.context.db, { purpose: 'pin-setup', userId: id, minutes: 60 })
    expect((await server.call('setPin', { token: link, body: { pin: '6194', email } })).status).toBe(200)
    expect((await signIn(passkey)).error?.name).toBe('passkey_refused')
  })

  it('are in the export without their keys', async () => {
    const { token } = await withPasskey()
    const { records } = (await server.call('exportData', { token })).body.data
    expect(records['passkeys']).toMatchObject([{ name: 'My phone', rp_id: 'localhost' }])
    expect(Object.keys(records['passkeys']?.[0] ?? {})).not.toContain('public_key')
    expect(Object.keys(records['users']?.[0] ?? {})).not.toContain('passkey_handle')
  })
})
