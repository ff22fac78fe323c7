import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { createUser } from '../../test-support/factories.ts'
import { oidcClient, type Person, startOidcProvider } from '../../test-support/oidc-provider.ts'
import { openBrowser } from '../../test-support/open-browser.ts'
import { createOrganization, readOrganization } from '../../test-support/rows/organizations.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { createPasskey } from '../../test-support/passkey.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'

const { publicUrl } = testConfig()
const domain = 'example-company.com'
let server: TestServer
let organizationId: string
let otherId: string
let owner: Awaited<ReturnType<typeof actAsLearner>>
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let foreign: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  server = await startTestServer({ config: { localProviders: true } })
  owner = await actAsLearner(server)
  organizationId = await createOrganization(server.context, { owners: [owner.id], seats: 50, domains: [domain] })
  otherId = await createOrganization(server.context, { name: 'Other', owners: [owner.id], domains: ['other.example'] })
  provider = await startOidcProvider(publicUrl, { returnPaths: [`/sso/${organizationId}/return`] })
  foreign = await startOidcProvider(publicUrl, {
    returnPaths: [`/sso/${otherId}/return`, `/sso/${organizationId}/return`],
  })
  for (const [id, { issuer }] of [
    [organizationId, provider],
    [otherId, foreign],
  ] as const)
    await server.call('saveProvider', {
      token: owner.token,
      params: { organizationId: id },
      body: { issuer, ...oidcClient },
    })
})
afterAll(async () => {
  await server.close()
  await provider.close()
  await foreign.close()
})

let person: Person & { email: string }
let visit: ReturnType<typeof provider.openBrowser>
beforeEach(() => {
  const sub = randomUUID()
  person = { sub, email: `${sub}@${domain}`, email_verified: true }
  visit = provider.openBrowser()
})

type Browser = ReturnType<typeof openBrowser>
const params = () => ({ organizationId })
const begin = async (browser: Browser, { purpose = 'sign-in', token = '', id = organizationId } = {}) => {
  const reply = await browser.call('beginOrganizationSignIn', {
    params: { organizationId: id },
    body: { purpose },
    ...(token && { token }),
  })
  return reply.body.data.url
}
const finish = (browser: Browser, query: string, { id = organizationId, token = '' } = {}) =>
  browser.call('finishOrganizationSignIn', {
    params: { organizationId: id },
    body: { query },
    ...(token && { token }),
  })
const go = async (browser = openBrowser(server), as: Person = person) =>
  finish(browser, await visit(await begin(browser), as))
const signedIn = async (reply: ReturnType<typeof go>) => {
  const { data } = (await reply).body
  if (data.outcome !== 'signed_in') throw new Error(`not signed in: ${data.outcome}`)
  return data.session
}
const outcomeOf = async (reply: ReturnType<typeof go>) => {
  const { body, error } = await reply
  return error?.name ?? body.data.outcome
}
const ageSessions = (userId: string) => server.context.db`
  update sessions set created_at = now() - interval '11 minutes', reauthenticated_at = null where user_id = ${userId}`

describe('a newcomer whose address is verified and in a proved domain', () => {
  it('gets an account without a PIN, a membership and a seat, and comes back to the same account', async () => {
    const first = await signedIn(go())
    expect(first.user).toMatchObject({ email: person.email, isPinSetUp: false, signedInThrough: { organizationId } })
    const { members, seated } = await readOrganization(server.context, organizationId)
    expect([members, seated].every((list) => list.includes(first.user.id))).toBe(true)
    visit = provider.openBrowser()
    expect((await signedIn(go())).user.id).toBe(first.user.id)
    const me = await server.call('me', { token: first.jwt })
    expect(me.body.data.signedInThrough).toEqual({ organizationId, name: 'Example Ltd' })
  })

  it('is known by the subject: another address at the provider opens the same account and nobody else’s', async () => {
    const victim = await createUser(server.context, { email: `victim-${person.sub}@${domain}` })
    const { user } = await signedIn(go())
    visit = provider.openBrowser()
    const renamed = await signedIn(go(openBrowser(server), { ...person, email: victim.email }))
    expect(renamed.user).toMatchObject({ id: user.id, email: person.email })
  })
})

describe('an address that the provider calls verified in words', () => {
  it.each(['true', 'True'])('is verified (%s)', async (words) => {
    person = { ...person, email_verified: words }
    expect((await signedIn(go())).user.email).toBe(person.email)
  })

  it('is not verified by "false"', async () => {
    person = { ...person, email_verified: 'false' }
    await createUser(server.context, { email: person.email })
    expect((await go()).body.data).toMatchObject({ outcome: 'confirm' })
  })
})

describe('an existing account', () => {
  it.each([
    ['not verified', { email_verified: false }],
    ['verified by nobody', { email_verified: undefined }],
    ['of another domain', { email: `${randomUUID()}@elsewhere.example` }],
  ])('is not opened by an address %s', async (_words, change) => {
    person = { ...person, ...change }
    await createUser(server.context, { email: person.email })
    const { data } = (await go()).body
    expect(data).toEqual({ outcome: 'confirm', name: 'Example Ltd', email: person.email })
  })

  it('outside the organization is not opened even by a verified address, until its owner proves it with the PIN', async () => {
    const learner = await createUser(server.context, { email: person.email })
    const browser = openBrowser(server)
    expect(await outcomeOf(go(browser))).toBe('confirm')
    const confirm = (pin: string) =>
      browser.call('confirmWithPin', { params: params(), body: { email: learner.email, pin } })
    expect((await confirm('9713')).error?.name).toBe('wrong_pin')
    const confirmed = await confirm(learner.pin)
    expect(confirmed.body.data.user.id).toBe(learner.id)
    visit = provider.openBrowser()
    expect((await signedIn(go())).user.id).toBe(learner.id)
  })

  it('of a member without a PIN and a passkey is linked at once if the address is verified', async () => {
    const learner = await createMember({ pin: null })
    expect((await signedIn(go())).user.id).toBe(learner.id)
  })

  it('of a member with a PIN is linked once it has been entered, and the owner gets an email', async () => {
    const learner = await createMember()
    const browser = openBrowser(server)
    expect(await outcomeOf(go(browser))).toBe('confirm')
    visit = provider.openBrowser()
    expect(await outcomeOf(go())).toBe('confirm')
    const body = { email: learner.email, pin: learner.pin }
    const confirmed = await browser.call('confirmWithPin', { params: params(), body })
    expect(confirmed.body.data.user.signedInThrough).toEqual({ organizationId, name: 'Example Ltd', ownProof: 'given' })
    await runJobs(server.context)
    const mails = await mailsTo(server.context, learner.email)
    expect(mails.filter(({ subject }) => subject.includes('can now open your'))).toHaveLength(1)
    visit = provider.openBrowser()
    const again = await signedIn(go())
    expect(again.user).toMatchObject({ id: learner.id, signedInThrough: { ownProof: 'needed' } })
  })

  it('of a member with a passkey alone is linked by it', async () => {
    const learner = await createMember()
    const passkey = await addPasskeyTo(learner)
    await server.context.db`update users set pin_hash = null where id = ${learner.id}`
    const browser = openBrowser(server)
    expect(await outcomeOf(go(browser))).toBe('confirm')
    const asked = (await server.call('passkeySignInOptions')).body.data
    const body = { passkey: passkey.signIn(asked) }
    const confirmed = await browser.call('confirmWithPasskey', { params: params(), body })
    expect(confirmed.body.data.user.id).toBe(learner.id)
    expect((await browser.call('confirmWithPasskey', { params: params(), body })).status).toBe(400)
    visit = provider.openBrowser()
    const { jwt: token } = await signedIn(go())
    expect((await server.call('passedPrompts', { token })).error?.name).toBe('owner_proof_needed')
    const stepUp = { token, params: params(), body: { purpose: 'step-up' } }
    expect((await server.call('beginOrganizationSignIn', stepUp)).error?.name).toBe('not_found')
    const options = (await server.call('passkeySignInOptions')).body.data
    const proof = { token, body: { passkey: passkey.signIn(options) } }
    expect((await server.call('reauthenticateWithPasskey', { ...proof, token: owner.token })).error?.name).toBe(
      'passkey_refused',
    )
    const fresh = (await server.call('passkeySignInOptions')).body.data
    const proved = await server.call('reauthenticateWithPasskey', { token, body: { passkey: passkey.signIn(fresh) } })
    expect(proved.status).toBe(200)
    expect((await server.call('passedPrompts', { token })).status).toBe(200)
  })

  it('that got a PIN later is opened again once the PIN has confirmed the link', async () => {
    const { user } = await signedIn(go())
    await givePin(user.id)
    visit = provider.openBrowser()
    const browser = openBrowser(server)
    expect(await outcomeOf(go(browser))).toBe('confirm')
    const body = { email: user.email, pin: '4826' }
    expect((await browser.call('confirmWithPin', { params: params(), body })).status).toBe(200)
    visit = provider.openBrowser()
    expect((await signedIn(go())).user.id).toBe(user.id)
  })

  it('is unlinked by its owner: the sessions of the provider end, and the PIN is asked for again', async () => {
    const learner = await createMember()
    const browser = openBrowser(server)
    await go(browser)
    const body = { email: learner.email, pin: learner.pin }
    const { data } = (await browser.call('confirmWithPin', { params: params(), body })).body
    const token = await server.signIn(learner.email, learner.pin)
    const links = (await server.call('listOrganizationLinks', { token })).body.data
    expect(links).toEqual([expect.objectContaining({ organizationId, name: 'Example Ltd' })])
    const unlink = () => server.call('unlinkOrganization', { token, params: params() })
    expect((await unlink()).status).toBe(200)
    expect((await unlink()).error?.name).toBe('not_found')
    expect((await server.call('listOrganizationLinks', { token })).body.data).toEqual([])
    expect((await server.call('me', { token: data.jwt })).status).toBe(401)
    expect((await server.call('me', { token })).status).toBe(200)
    visit = provider.openBrowser()
    expect(await outcomeOf(go())).toBe('confirm')
  })

  it('that left the organization has to be proven again', async () => {
    const { user } = await signedIn(go())
    await server.context.db`delete from organization_members where user_id = ${user.id}`
    visit = provider.openBrowser()
    expect(await outcomeOf(go())).toBe('confirm')
  })

  it('of a stranger to the organization is refused after the PIN', async () => {
    const learner = await createUser(server.context)
    const browser = openBrowser(server)
    await createUser(server.context, { email: person.email })
    await go(browser)
    const body = { email: learner.email, pin: learner.pin }
    const refused = await browser.call('confirmWithPin', { params: params(), body })
    expect(refused.error?.name).toBe('organization_not_joined')
  })

  it('is linked once: a second account at the provider cannot take the first one’s place with somebody else', async () => {
    const learner = await createUser(server.context, { email: person.email })
    const browser = openBrowser(server)
    await go(browser)
    const body = { email: learner.email, pin: learner.pin }
    expect((await browser.call('confirmWithPin', { params: params(), body })).status).toBe(200)
    expect((await browser.call('confirmWithPin', { params: params(), body })).error?.name).toBe(
      'organization_sign_in_refused',
    )
  })
})

const createMember = async (wanted: { pin?: null } = {}) => {
  const learner = await createUser(server.context, { email: person.email, ...wanted })
  await server.context.db`
    insert into organization_members (user_id, organization_id, role) values (${learner.id}, ${organizationId}, 'member')`
  return learner
}

const givePin = async (userId: string) => {
  const pinHash = await server.context.pinHasher.hash('4826')
  await server.context.db`update users set pin_hash = ${pinHash} where id = ${userId}`
}

const addPasskeyTo = async (learner: { email: string; pin: string }) => {
  const token = await server.signIn(learner.email, learner.pin)
  const passkey = createPasskey()
  const options = await server.call('addPasskeyOptions', { token })
  const body = { passkey: passkey.register(options.body.data), name: 'Phone' }
  expect((await server.call('addPasskey', { token, body })).status).toBe(200)
  return passkey
}

const order = async (browser: Browser, email: string) => {
  const reply = await browser.call('mailConfirmation', { params: params(), body: { email } })
  await runJobs(server.context)
  return reply
}
const tokenFor = async (email: string) => {
  const [mail] = await mailsTo(server.context, email)
  return /\/confirm#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
}
const redeem = (browser: Browser, token: string) =>
  browser.call('confirmWithLink', { params: params(), body: { token } })

describe('a mailed link', () => {
  it('links an account, once, and only in the browser that began', async () => {
    person.email_verified = false
    const learner = await createUser(server.context, { email: person.email, pin: null })
    const browser = openBrowser(server)
    await go(browser)
    expect((await order(browser, person.email)).body.data).toEqual({ sent: true })
    const token = await tokenFor(person.email)
    expect((await redeem(openBrowser(server), token)).error?.name).toBe('invalid_token')
    const stranger = openBrowser(server)
    visit = provider.openBrowser()
    await go(stranger, { sub: randomUUID(), email: person.email })
    expect((await redeem(stranger, token)).error?.name).toBe('invalid_token')
    const cookies = new Map(browser.cookies)
    expect((await redeem(browser, token)).body.data.user.id).toBe(learner.id)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await redeem(browser, token)).error?.name).toBe('invalid_token')
  })

  it('creates an account for a newcomer whose provider verifies no addresses', async () => {
    const { email_verified: _none, ...unverified } = person
    const browser = openBrowser(server)
    await go(browser, unverified)
    await order(browser, person.email)
    const { data } = (await redeem(browser, await tokenFor(person.email))).body
    expect(data.user).toMatchObject({ email: person.email, isPinSetUp: false })
    expect((await readOrganization(server.context, organizationId)).seated).toContain(data.user.id)
  })

  it('is a link to a new PIN for an account with a PIN, because whoever reads the mailbox may not be its owner', async () => {
    const learner = await createMember()
    const browser = openBrowser(server)
    await go(browser)
    expect((await order(browser, learner.email)).body.data).toEqual({ sent: true })
    expect(await tokenFor(learner.email)).toBe('none')
    const [mail] = await mailsTo(server.context, learner.email)
    expect(mail?.text).toContain('/restore-pass?token=')
  })

  it('opens no account that has got a PIN since it was sent', async () => {
    const learner = await createMember({ pin: null })
    person.email_verified = false
    const browser = openBrowser(server)
    await go(browser)
    await order(browser, learner.email)
    await givePin(learner.id)
    expect((await redeem(browser, await tokenFor(learner.email))).error?.name).toBe('invalid_token')
  })

  it('is not sent to an address outside, and the answer does not say so', async () => {
    const browser = openBrowser(server)
    await go(browser, { sub: person.sub })
    const reply = await order(browser, 'nobody@elsewhere.example')
    expect(reply.body.data).toEqual({ sent: true })
    expect(await mailsTo(server.context, 'nobody@elsewhere.example')).toEqual([])
  })
})

const unchanged = () => {}

describe('an answer of the provider', () => {
  const refused = 'organization_sign_in_refused'

  it('works once, and in the browser that began', async () => {
    const browser = openBrowser(server)
    const query = await visit(await begin(browser), person)
    expect(await outcomeOf(finish(openBrowser(server), query))).toBe(refused)
    const cookies = new Map(browser.cookies)
    expect(await outcomeOf(finish(browser, query))).toBe('signed_in')
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(await outcomeOf(finish(browser, query))).toBe(refused)
  })

  it('is refused with another state, another nonce, or a stolen code', async () => {
    const tampered = async (change: (url: URL) => void, changeQuery = (query: string) => query) => {
      const browser = openBrowser(server)
      const url = new URL(await begin(browser))
      change(url)
      return finish(browser, changeQuery(await visit(url.href, person)))
    }
    expect(await outcomeOf(tampered(unchanged))).toBe('signed_in')
    expect(await outcomeOf(tampered(unchanged, (query) => query.replace(/state=[^&]+/, 'state=x')))).toBe(refused)
    expect(await outcomeOf(tampered((url) => url.searchParams.set('nonce', 'x')))).toBe(refused)
    const stolen = await visit(await begin(openBrowser(server)), person)
    const code = /code=([^&]+)/.exec(stolen)?.[1] ?? ''
    expect(await outcomeOf(tampered(unchanged, (query) => query.replace(/code=[^&]+/, `code=${code}`)))).toBe(refused)
  })

  it('is for one organization: the answer of another provider is refused, and so is a way that began elsewhere', async () => {
    const browser = openBrowser(server)
    const asked = new URL(await begin(browser))
    const elsewhere = new URL(`${foreign.issuer}auth${asked.search}`)
    expect(await outcomeOf(finish(browser, await foreign.openBrowser()(elsewhere.href, person)))).toBe(refused)
    const second = openBrowser(server)
    const query = await foreign.openBrowser()(await begin(second, { id: otherId }), person)
    expect(await outcomeOf(finish(second, query))).toBe(refused)
  })

  it('of another issuer with the same subject opens nothing', async () => {
    const { user } = await signedIn(go())
    const browser = openBrowser(server)
    const query = await foreign.openBrowser()(await begin(browser, { id: otherId }), person)
    const reply = await finish(browser, query, { id: otherId })
    expect(reply.body.data.outcome).toBe('confirm')
    const linked = await server.context.db`
      select 1 from organization_identities where organization_id = ${otherId} and user_id = ${user.id}`
    expect(linked).toHaveLength(0)
  })

  it('is asked for at the address of this organization alone', async () => {
    const url = new URL(await begin(openBrowser(server)))
    expect(url.searchParams.get('redirect_uri')).toBe(`${publicUrl}/sso/${organizationId}/return`)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  })

  it('is refused after ten minutes', async () => {
    const browser = openBrowser(server)
    const query = await visit(await begin(browser), person)
    await server.context.db`update organization_sign_in_attempts set expires_at = now()`
    expect(await outcomeOf(finish(browser, query))).toBe(refused)
  })
})

const setPin = (token: string, email: string) => server.call('setPin', { token, body: { pin: '7295', email } })

describe('step-up authentication', () => {
  it('of somebody without a PIN happens at the provider, which asks again', async () => {
    const browser = openBrowser(server)
    const { jwt: token, user } = await signedIn(go(browser))
    expect((await setPin(token, user.email)).error?.name).toBe('reauthenticate')
    const query = await visit(await begin(browser, { purpose: 'step-up', token }), person)
    expect(await outcomeOf(finish(browser, query, { token }))).toBe('confirmed_again')
    expect((await setPin(token, user.email)).status).toBe(200)
    await ageSessions(user.id)
    const withPin = { params: params(), body: { purpose: 'step-up' }, token }
    expect((await browser.call('beginOrganizationSignIn', withPin)).error?.name).toBe('not_found')
  })

  it('is refused for an old sign-in, another person, another session and a session with a PIN', async () => {
    const browser = openBrowser(server)
    const { jwt: token } = await signedIn(go(browser))
    const url = new URL(await begin(browser, { purpose: 'step-up', token }))
    for (const name of ['prompt', 'max_age']) url.searchParams.delete(name)
    visit = provider.openBrowser()
    const old = { ...person, signedInAt: Math.floor(Date.now() / 1000) - 120 }
    expect(await outcomeOf(finish(browser, await visit(url.href, old), { token }))).toBe('organization_sign_in_refused')
    visit = provider.openBrowser()
    const other = { sub: randomUUID(), email: person.email }
    const query = await visit(await begin(browser, { purpose: 'step-up', token }), other)
    expect(await outcomeOf(finish(browser, query, { token }))).toBe('organization_sign_in_refused')
    visit = provider.openBrowser()
    const again = await visit(await begin(browser, { purpose: 'step-up', token }), person)
    expect(await outcomeOf(finish(browser, again, { token: owner.token }))).toBe('organization_sign_in_refused')
    const input = { params: params(), body: { purpose: 'step-up' }, token: owner.token }
    expect((await browser.call('beginOrganizationSignIn', input)).error?.name).toBe('not_found')
  })
})

const require = (isRequired: boolean) =>
  server.call('requireProvider', { token: owner.token, params: params(), body: { isRequired } })

describe('an organization that requires its own sign-in', () => {
  it('ends other sessions of its people and refuses their PIN and passkeys, but not the owner’s or a stranger’s', async () => {
    const learner = await actAsLearner(server, { email: person.email })
    const outside = await actAsLearner(server, { email: `outside-${person.sub}@${domain}` })
    await server.context.db`
      insert into organization_members (user_id, organization_id, role) values (${learner.id}, ${organizationId}, 'member')`
    const passkey = createPasskey()
    const options = await server.call('addPasskeyOptions', { token: learner.token })
    const body = { passkey: passkey.register(options.body.data), name: 'Phone' }
    expect((await server.call('addPasskey', { token: learner.token, body })).status).toBe(200)
    expect((await require(true)).status).toBe(200)
    const ended = await server.call('me', { token: learner.token })
    expect([ended.status, ended.error?.details]).toEqual([401, { reason: 'organization' }])
    const login = (body: { email: string; pin: string }) => server.call('login', { body })
    const refused = await login(learner)
    expect([refused.status, refused.error?.name]).toEqual([403, 'organization_sign_in_required'])
    expect(refused.error?.details).toEqual({ organizationId, name: 'Example Ltd' })
    const asked = (await server.call('passkeySignInOptions')).body.data
    const byPasskey = await server.call('passkeySignIn', { body: { passkey: passkey.signIn(asked) } })
    expect([byPasskey.status, byPasskey.error?.name]).toEqual([403, 'organization_sign_in_required'])
    expect((await login({ ...learner, pin: '9713' })).error?.name).toBe('invalid_credentials')
    expect((await login(owner)).status).toBe(200)
    expect((await login(outside)).status).toBe(200)
    expect((await server.call('me', { token: outside.token })).status).toBe(200)
    const browser = openBrowser(server)
    expect(await outcomeOf(go(browser))).toBe('confirm')
    const confirmed = await browser.call('confirmWithPin', {
      params: params(),
      body: { email: learner.email, pin: learner.pin },
    })
    expect(confirmed.body.data.user.id).toBe(learner.id)
    expect((await require(false)).status).toBe(200)
    expect((await login(learner)).status).toBe(200)
  })
})

describe('the way to the provider', () => {
  it('is found by the domain of an address, whoever has an account there', async () => {
    const find = async (email: string) =>
      (await server.call('findOrganizationSignIn', { body: { email } })).body.data.organization
    const known = await createUser(server.context, { email: `known@${domain}` })
    for (const email of [known.email, `nobody@${domain}`, `NOBODY@${domain.toUpperCase()}`])
      expect(await find(email)).toEqual({ organizationId, name: 'Example Ltd' })
    for (const email of ['a@elsewhere.example', `a@sub.${domain}`, 'no address']) expect(await find(email)).toBe(null)
  })

  it('says that a provider does not answer', async () => {
    const passing = await startOidcProvider(publicUrl)
    const id = await createOrganization(server.context, { owners: [owner.id] })
    const input = { token: owner.token, params: { organizationId: id } }
    await server.call('saveProvider', { ...input, body: { issuer: passing.issuer, ...oidcClient } })
    expect((await server.call('testProvider', input)).body.data).toEqual({ result: 'works' })
    await passing.close()
    expect((await server.call('testProvider', input)).body.data).toEqual({ result: 'no_answer' })
    const reply = await server.call('beginOrganizationSignIn', { ...input, body: { purpose: 'sign-in' } })
    expect([reply.status, reply.error?.name]).toEqual([503, 'organization_sign_in_unavailable'])
  })
})
