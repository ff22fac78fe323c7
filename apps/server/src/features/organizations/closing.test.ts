import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeExpired } from '../../jobs/all-jobs.ts'
import { listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { makeOrganization, person, type TestOrganization, wishFor } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { checkContracts } from './check-contracts.ts'
import { findSendingEndpoint } from '../outgoing-events/event-endpoints.sql.ts'
import { eraseNow, purgeAccounts } from '../privacy/delete-account.ts'

const start = new Date('2026-05-10T12:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start })
})
afterAll(() => server.close())

const close = (team: TestOrganization, name = 'A company') =>
  server.call('closeOrganization', { token: team.owner.token, params: { organizationId: team.id }, body: { name } })

const stateOf = async (organizationId: string) => {
  const [row] = await server.context.db<{ isClosed: boolean; owners: number; log: number }[]>`
    select closed_at is not null as "isClosed", (select count(*)::int from organization_members m
        where m.organization_id = o.id and m.role = 'owner') as owners,
      (select count(*)::int from organization_log l where l.organization_id = o.id) as log
    from organizations o where id = ${organizationId}`
  return row ?? null
}

describe('an organization that its owner closes', () => {
  it('needs its name; then seats, invitations, keys, directory and receivers end at once', async () => {
    const { db } = server.context
    const team = await makeOrganization(server)
    const link = await team.link()
    const learner = await person(server)
    await server.call('joinOrganization', { token: learner.token, body: { token: link } })
    await db`insert into lesson_progress (user_id, lesson_id, course_id, started_at) values (${learner.id}, 'l', 'c', now())`
    const { token } = team.owner
    const params = { organizationId: team.id }
    const body = { text: 'new@company.example', groupId: null }
    await server.call('sendInvitations', { token, params, body })
    await db`
      insert into organization_domains (id, organization_id, domain, token, proved_at)
      values (gen_random_uuid(), ${team.id}, 'closing.example', 'token', now())`
    const scim = (await server.call('createScimToken', { token, params })).body.data.token
    const wish = { name: 'Payroll', scopes: ['people:read'], days: 30 }
    const key = (await server.call('createApiKey', { token, params, body: wish })).body.data.secret
    const open = async (path: string, secret: string) =>
      (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await open('/api/v1/organization', key)).toBe(200)
    expect(await open(`/scim/v2/${team.id}/Users`, scim)).toBe(200)

    const receiver = randomUUID()
    await db`
      insert into event_endpoints (id, organization_id, type, url, kinds, sealed_secret)
      values (${receiver}, ${team.id}, 'webhook', 'https://hooks.example', '{}', 'secret')`
    expect(await findSendingEndpoint(db, receiver)).not.toBeNull()

    expect((await close(team, 'Another one')).error?.name).toBe('name_mismatch')
    expect(await stateOf(team.id)).toMatchObject({ isClosed: false })
    expect((await close(team)).status).toBe(200)
    expect((await close(team)).error?.name).toBe('not_found')
    expect(await open('/api/v1/organization', key)).toBe(401)
    expect(await open(`/scim/v2/${team.id}/Users`, scim)).toBe(401)
    expect(await findSendingEndpoint(db, receiver)).toBeNull()
    const stranger = await person(server)
    const joined = await server.call('joinOrganization', { token: stranger.token, body: { token: link } })
    expect(joined.error?.name).toBe('invalid_token')
    for (const one of [team.owner, learner])
      expect((await server.call('listOwnOrganizations', { token: one.token })).body.data).toEqual([])
    const [access] = (await server.call('userSubscription', { token: learner.token })).body.data
    expect(access?.status).toBe('canceled')
    expect(await db`select 1 from lesson_progress where user_id = ${learner.id}`).toHaveLength(1)
    await runJobs(server.context)
    expect(await listMails(server, learner.email)).toEqual(['seat_ended'])
    expect(await listMails(server, 'new@company.example')).toEqual(['organization_invitation'])
    expect(await db`select 1 from mailbox_mails where to_address = 'new@company.example'`).toEqual([])
  })

  it('loses its secrets in the night, its log after 400 days and the rest ten years after its year', async () => {
    const { db } = server.context
    const team = await makeOrganization(server)
    await db`
      insert into organization_domains (id, organization_id, domain, token, proved_at)
      values (gen_random_uuid(), ${team.id}, 'freed.example', 'token', now())`
    await db`
      insert into event_endpoints (id, organization_id, type, url, kinds, sealed_secret)
      values (gen_random_uuid(), ${team.id}, 'webhook', 'https://hooks.example', '{}', 'secret')`
    await close(team)
    await purgeExpired(server.context)
    for (const table of ['organization_domains', 'event_endpoints'])
      expect(await db.unsafe(`select 1 from ${table} where organization_id = $1`, [team.id])).toEqual([])
    expect(await stateOf(team.id)).toMatchObject({ isClosed: true, log: 2 })
    server.setNow(daysLater(401))
    await purgeExpired(server.context)
    expect(await stateOf(team.id)).toMatchObject({ log: 0 })
    server.setNow(new Date('2036-12-31T12:00:00Z'))
    await purgeExpired(server.context)
    expect(await stateOf(team.id)).not.toBeNull()
    server.setNow(new Date('2037-01-01T12:00:00Z'))
    await purgeExpired(server.context)
    expect(await stateOf(team.id)).toBeNull()
    server.setNow(start)
  })

  it('stops its contract at the provider, and a payment that comes too late is refunded', async () => {
    const { context } = server
    const owner = await person(server)
    const body = wishFor('Kites')
    const { id } = (await server.call('createOrganization', { token: owner.token, body })).body.data
    const params = { organizationId: id }
    const buying = { attempt: randomUUID(), interval: 'month', seats: 3, way: 'card' }
    const begin = async (attempt: string) => {
      const { url } = (await server.call('buySeats', { token: owner.token, params, body: { ...buying, attempt } })).body
        .data
      return url?.split('/').pop() ?? ''
    }
    const states = async () =>
      (
        await context.db<{ state: string }[]>`
          select state from organization_contracts where organization_id = ${id} order by state`
      ).map(({ state }) => state)
    const [first, late] = [await begin(randomUUID()), await begin(randomUUID())]
    await payAt(server, first)
    await checkContracts(context)
    expect(await states()).toEqual(['active', 'pending'])
    const closing = { token: owner.token, params, body: { name: 'Kites' } }
    expect((await server.call('closeOrganization', closing)).text).toContain('done')
    await runJobs(context)
    expect(await states()).toEqual(['ended', 'pending'])
    await payAt(server, late)
    await runJobs(context)
    expect(await states()).toEqual(['ended', 'refused'])
    const paid = await context.db<{ status: string; refunded: number }[]>`
      select p.status, p.refunded_cents as refunded from embedded_payments p
        join organization_contracts c on c.provider_id = p.subscription_id
      where c.organization_id = ${id} and c.state = 'refused'`
    expect(paid.map(({ refunded }) => refunded)).toEqual([5700])
    const left = await context.db`select 1 from organization_seats where organization_id = ${id}`
    expect(left).toEqual([])
  })
})

describe('with Stripe', () => {
  let world: StripeWorld
  beforeAll(async () => {
    world = await startStripeWorld(start)
  })
  afterAll(() => world.close())

  it('stops the renewal of a contract by invoice; the open invoice stays due', async () => {
    const { stripe } = world
    const owner = await person(world.server)
    const created = await world.server.call('createOrganization', { token: owner.token, body: wishFor('Kites') })
    const params = { organizationId: created.body.data.id }
    const body = { attempt: randomUUID(), interval: 'year', seats: 3, way: 'invoice', terms: 30 }
    await world.server.call('buySeats', { token: owner.token, params, body })
    const closing = { token: owner.token, params, body: { name: 'Kites' } }
    expect((await world.server.call('closeOrganization', closing)).status).toBe(200)
    await runJobs(world.server.context)
    const [contract] = [...stripe.books.subscriptions.values()]
    expect(contract?.status).toBe('canceled')
    expect(stripe.books.invoices.map(({ status }) => status)).toEqual(['open'])
  })
})

describe('the last owner', () => {
  it('can’t delete the account, nor be erased by staff, before somebody else owns the organization or it is closed', async () => {
    const team = await makeOrganization(server)
    const { token, id } = team.owner
    expect((await server.call('deleteAccount', { token })).error?.name).toBe('organization_needs_owner')
    expect(await eraseNow(server.context, id)).toEqual({ ok: false, code: 'organization_needs_owner' })
    expect((await server.call('me', { token })).status).toBe(200)
    const second = await team.add('owner')
    expect((await server.call('deleteAccount', { token })).status).toBe(200)
    const leave = { token: second.token, params: { organizationId: team.id, userId: second.id } }
    expect((await server.call('leaveOrganization', leave)).error?.name).toBe('last_owner')
    const demotion = await server.call('changeRole', { ...leave, body: { role: 'member' } })
    expect(demotion.error?.name).toBe('last_owner')
    expect((await server.call('deleteAccount', { token: second.token })).error?.name).toBe('organization_needs_owner')
    const closing = { ...leave, body: { name: 'A company' } }
    expect((await server.call('closeOrganization', closing)).status).toBe(200)
    expect((await server.call('deleteAccount', { token: second.token })).status).toBe(200)
  })

  it('of two who delete their accounts at the same moment, one stays', async () => {
    const team = await makeOrganization(server)
    const second = await team.add('owner')
    const answers = await Promise.all(
      [team.owner.token, second.token].map((token) => server.call('deleteAccount', { token })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('who is erased after all closes the organization', async () => {
    const { db } = server.context
    const team = await makeOrganization(server)
    const learner = await person(server)
    await server.call('joinOrganization', { token: learner.token, body: { token: await team.link() } })
    await db`insert into erased_accounts (id_hash) values (sha256(convert_to(${team.owner.id}::text, 'UTF8')))`
    await purgeAccounts(server.context)
    expect(await stateOf(team.id)).toMatchObject({ isClosed: true, owners: 0 })
    expect(await listMails(server, learner.email)).toEqual(['seat_ended'])
  })
})
