import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { observe } from '../../telemetry/signals.ts'
import { actAsStaff, openDesk } from '../../test-support/act-as-staff.ts'
import { oidcClient, type Person, startOidcProvider } from '../../test-support/oidc-provider.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { removeStaffMember } from './staff.sql.ts'

type Desk = ReturnType<typeof openDesk>

const { publicUrl } = testConfig()
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let server: TestServer
beforeAll(async () => {
  provider = await startOidcProvider(publicUrl)
  const deskOidc = { issuer: provider.issuer, ...oidcClient, label: 'Example ID' }
  server = await startTestServer({ config: { deskOidc } })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

let count = 0
let person: Person
let visit: ReturnType<typeof provider.openBrowser>
beforeEach(() => {
  count += 1
  person = { sub: `person-${count}`, email: `person-${count}@staff.example`, email_verified: true }
  visit = provider.openBrowser()
})

type Way = 'deskOidcSignIn' | 'deskOidcStepUp' | 'linkIdentity'
const begin = async (desk: Desk, way: Way) => (await desk.call(way)).body.data.url
const finish = (desk: Desk, query: string) => desk.call('deskOidcReturn', { body: { query } })
const go = async (desk: Desk, way: Way, as = person) => finish(desk, await visit(await begin(desk, way), as))
const actAsLinked = async (role: 'owner' | 'support' = 'owner') => {
  const staff = await actAsStaff(server, role)
  expect((await go(staff, 'linkIdentity')).body.data).toEqual({ purpose: 'link' })
  return staff
}
const refusalOf = async (reply: Promise<{ error?: { name: string } | null }>) => (await reply).error?.name
const unchanged = () => {}
const withOtherState = (query: string) => query.replace(/state=[^&]+/, 'state=another')
const passTen = (id: string) => server.context.db`
  update desk_sessions set stepped_up_at = now() - interval '10 minutes' where staff_id = ${id}`

describe('a sign-in at the identity provider', () => {
  it('works for the linked account, is no step-up, and is in the audit log', async () => {
    const staff = await actAsLinked()
    const desk = openDesk(server)
    expect((await go(desk, 'deskOidcSignIn')).body.data).toEqual({ purpose: 'sign-in' })
    const me = (await desk.call('deskMe')).body.data
    expect(me).toMatchObject({ id: staff.id, steppedUpUntil: 0, oidc: { linked: { email: person.email } } })
    expect(await refusalOf(desk.call('renewRecoveryCodes'))).toBe('step_up_required')
    const { rows } = (await staff.call('listAudit', { query: `staffId=${staff.id}` })).body.data
    const actions = rows.map(({ action, outcome }) => `${action} ${outcome}`)
    expect(actions).toEqual(
      expect.arrayContaining(['linkIdentity succeeded', 'link:oidc succeeded', 'signIn:oidc succeeded']),
    )
  })

  it('never finds a member of staff by the address alone', async () => {
    const staff = await actAsStaff(server, 'owner')
    const { email } = (await staff.call('deskMe')).body.data
    expect(await refusalOf(go(openDesk(server), 'deskOidcSignIn', { ...person, email }))).toBe('oidc_not_linked')
  })

  it('counts in the metric and the audit log when it is refused', async () => {
    const owner = await actAsStaff(server, 'owner')
    const reasons: string[] = []
    const stop = observe({ signInRejected: ({ reason }) => reasons.push(reason) })
    await go(openDesk(server), 'deskOidcSignIn')
    stop()
    expect(reasons).toEqual(['oidc_not_linked'])
    const { rows } = (await owner.call('listAudit', { query: 'action=signIn:oidc' })).body.data
    expect(rows[0]).toMatchObject({ outcome: 'oidc_not_linked', staffName: null })
  })

  it('belongs to the browser that began it, and works once', async () => {
    await actAsLinked()
    const desk = openDesk(server)
    const query = await visit(await begin(desk, 'deskOidcSignIn'), person)
    expect(await refusalOf(finish(openDesk(server), query))).toBe('oidc_refused')
    const cookies = desk.cookie()
    expect((await finish(desk, query)).status).toBe(200)
    const again = openDesk(server).call('deskOidcReturn', { headers: { cookie: cookies }, body: { query } })
    expect(await refusalOf(again)).toBe('oidc_refused')
  })

  it('ends after ten minutes', async () => {
    await actAsLinked()
    const desk = openDesk(server)
    const query = await visit(await begin(desk, 'deskOidcSignIn'), person)
    await server.context.db`update desk_oidc_attempts set expires_at = expires_at - interval '10 minutes'`
    expect(await refusalOf(finish(desk, query))).toBe('oidc_refused')
  })

  it('refuses another state, another nonce, a stolen code, and a refusal of the provider', async () => {
    await actAsLinked()
    const tampered = async (change: (url: URL) => void, changeAnswer = (query: string) => query) => {
      const desk = openDesk(server)
      const url = new URL(await begin(desk, 'deskOidcSignIn'))
      change(url)
      return finish(desk, changeAnswer(await visit(url.href, person)))
    }
    expect((await tampered(unchanged)).status).toBe(200)
    expect(await refusalOf(tampered(unchanged, withOtherState))).toBe('oidc_refused')
    expect(await refusalOf(tampered((url) => url.searchParams.set('nonce', 'another')))).toBe('oidc_refused')
    const stolen = await visit(await begin(openDesk(server), 'deskOidcSignIn'), person)
    const code = /code=([^&]+)/.exec(stolen)?.[1] ?? ''
    const withStolenCode = (query: string) => query.replace(/code=[^&]+/, `code=${code}`)
    expect(await refusalOf(tampered(unchanged, withStolenCode))).toBe('oidc_refused')
    visit = provider.openBrowser()
    expect(await refusalOf(tampered((url) => url.searchParams.set('prompt', 'none')))).toBe('oidc_refused')
  })

  it('ends with the link, and with the member of staff', async () => {
    const staff = await actAsLinked()
    expect((await staff.call('unlinkIdentity')).status).toBe(200)
    expect((await staff.call('deskMe')).body.data.oidc).toEqual({ label: 'Example ID', linked: null })
    expect(await refusalOf(go(openDesk(server), 'deskOidcSignIn'))).toBe('oidc_not_linked')
    expect((await go(staff, 'linkIdentity')).status).toBe(200)
    await inTransaction(server.context.db, (tx) => removeStaffMember(tx, staff.id))
    expect(await refusalOf(go(openDesk(server), 'deskOidcSignIn'))).toBe('oidc_not_linked')
  })
})

describe('a link', () => {
  it('needs a step-up', async () => {
    const staff = await actAsStaff(server, 'owner', { steppedUp: false })
    expect(await refusalOf(staff.call('linkIdentity'))).toBe('step_up_required')
  })

  it('is made only in the session that began it', async () => {
    const [staff, victim] = [await actAsStaff(server, 'support'), await actAsStaff(server, 'owner')]
    const query = await visit(await begin(staff, 'linkIdentity'), person)
    const attempt =
      staff
        .cookie()
        .split('; ')
        .find((cookie) => cookie.startsWith('desk-oidc=')) ?? ''
    const cookie = `${victim.cookie()}; ${attempt}`
    expect(await refusalOf(openDesk(server).call('deskOidcReturn', { headers: { cookie }, body: { query } }))).toBe(
      'oidc_refused',
    )
    expect((await victim.call('deskMe')).body.data.oidc?.linked).toBe(null)
  })

  it('is to one member of staff, and to one account', async () => {
    const staff = await actAsLinked()
    expect(await refusalOf(go(await actAsStaff(server, 'support'), 'linkIdentity'))).toBe('oidc_taken')
    visit = provider.openBrowser()
    expect(await refusalOf(go(staff, 'linkIdentity', { ...person, sub: `${person.sub}-b` }))).toBe('oidc_taken')
  })

  it.each([
    ['false', { email_verified: false }],
    ['missing', {}],
  ])('shows no address whose verification is %s', async (_word, verification) => {
    const { email_verified: _verified, ...rest } = person
    person = { ...rest, ...verification }
    const staff = await actAsLinked()
    expect((await staff.call('deskMe')).body.data.oidc?.linked).toMatchObject({ email: null })
  })
})

describe('a step-up at the identity provider', () => {
  it('allows what needs one, after the provider has asked for the credentials again', async () => {
    const staff = await actAsLinked()
    await passTen(staff.id)
    expect(await refusalOf(staff.call('renewRecoveryCodes'))).toBe('step_up_required')
    expect((await go(staff, 'deskOidcStepUp')).body.data).toEqual({ purpose: 'step-up' })
    expect((await staff.call('renewRecoveryCodes')).status).toBe(200)
  })

  it('refuses a provider that has not asked again', async () => {
    const staff = await actAsLinked()
    await passTen(staff.id)
    visit = provider.openBrowser()
    const url = new URL(await begin(staff, 'deskOidcStepUp'))
    for (const name of ['prompt', 'max_age']) url.searchParams.delete(name)
    const signedInAt = Math.floor(Date.now() / 1000) - 120
    expect(await refusalOf(finish(staff, await visit(url.href, { ...person, signedInAt })))).toBe('oidc_refused')
    expect(await refusalOf(staff.call('renewRecoveryCodes'))).toBe('step_up_required')
  })

  it('refuses the account of somebody else', async () => {
    const other = person
    await actAsLinked('support')
    person = { sub: `${other.sub}-own` }
    visit = provider.openBrowser()
    const staff = await actAsLinked()
    await passTen(staff.id)
    visit = provider.openBrowser()
    expect(await refusalOf(go(staff, 'deskOidcStepUp', other))).toBe('oidc_not_linked')
    expect(await refusalOf(staff.call('renewRecoveryCodes'))).toBe('step_up_required')
  })
})

describe('without the identity provider', () => {
  it('says so when it does not answer, before and after the way there', async () => {
    const passing = await startOidcProvider(publicUrl)
    const deskOidc = { issuer: passing.issuer, ...oidcClient, label: 'Example ID' }
    const second = await startTestServer({ database: server.database, config: { deskOidc } })
    const desk = openDesk(second)
    const query = await passing.openBrowser()(await begin(desk, 'deskOidcSignIn'), person)
    await passing.close()
    const after = await finish(desk, query)
    expect([after.status, after.error?.name]).toEqual([503, 'oidc_unavailable'])
    await second.close()
    const third = await startTestServer({
      database: server.database,
      config: { deskOidc: { ...deskOidc, clientId: 'unknown yet' } },
    })
    expect(await refusalOf(openDesk(third).call('deskOidcSignIn'))).toBe('oidc_unavailable')
    expect((await openDesk(third).call('deskSignInOptions')).status).toBe(200)
    await third.close()
  })

  it('offers none where none is configured', async () => {
    const plain = await startTestServer({ database: server.database })
    const desk = openDesk(plain)
    expect((await desk.call('deskSignInWays')).body.data).toEqual({ oidc: null })
    expect(await refusalOf(desk.call('deskOidcSignIn'))).toBe('not_found')
    expect(await refusalOf(finish(desk, '?code=x&state=y'))).toBe('not_found')
    await plain.close()
  })
})
