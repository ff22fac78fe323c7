import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { makeOrganization, person, proveDomain, wishFor } from '../../test-support/organization.ts'
import { readTable } from '../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const start = new Date('2026-05-10T12:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)
let server: TestServer
let finance: Awaited<ReturnType<typeof actAsStaff>>

const buyer = async (name: string, body: object) => {
  const owner = await person(server)
  const { id } = (await server.call('createOrganization', { token: owner.token, body: wishFor(name) })).body.data
  await proveDomain(server, id, `${owner.id}.example`)
  const params = { organizationId: id }
  const attempt = randomUUID()
  await server.call('buySeats', { token: owner.token, params, body: { attempt, way: 'invoice', terms: 14, ...body } })
  return { id, owner, params }
}
let [yearly, monthly]: Awaited<ReturnType<typeof buyer>>[] = []
let closed: Awaited<ReturnType<typeof makeOrganization>>

/** Two with contracts by invoice, one without a contract, one closed. */
beforeAll(async () => {
  server = await startTestServer({ now: start })
  yearly = await buyer('Blue Kites', { interval: 'year', seats: 4 })
  monthly = await buyer('Red Kites', { interval: 'month', seats: 10 })
  const idle = await person(server)
  await server.call('createOrganization', { token: idle.token, body: wishFor('100% Wind') })
  closed = await makeOrganization(server, { name: 'Gone' })
  const params = { organizationId: closed.id }
  await server.call('closeOrganization', { token: closed.owner.token, params, body: { name: 'Gone' } })
  finance = await actAsStaff(server, 'finance')
}, 60_000)
afterAll(() => server.close())

const list = async (query = '') => (await finance.call('moneyOrganizations', { query })).body.data
const namesOf = async (query: string) => (await list(query)).rows.map(({ name }) => name)

describe('organizations at the desk', () => {
  it('have seats, contract and owner', async () => {
    const link = { token: yearly?.owner.token ?? '', params: yearly?.params ?? {} }
    const made = await server.call('createJoinLink', { ...link, body: { groupId: null, maxUses: 5, days: 5 } })
    const learner = await person(server)
    const token = made.body.data.url.split('#')[1]
    await server.call('joinOrganization', { token: learner.token, body: { token } })
    const { rows, total } = await list('sort=name&direction=asc')
    expect(total).toBe(4)
    expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
      '100% Wind none',
      'Blue Kites active',
      'Gone closed',
      'Red Kites active',
    ])
    expect(rows[1]).toMatchObject({
      userId: yearly?.owner.id,
      email: yearly?.owner.email,
      seats: 4,
      taken: 1,
      amount: 76_000,
      currency: 'usd',
      interval: 'year',
    })
    expect(rows[2]).toMatchObject({ userId: null, email: null, seats: 0 })
    const viewed = (await finance.call('viewPerson', { params: { userId: learner.id } })).body.data
    expect(viewed.organizations).toMatchObject([
      { id: yearly?.id, name: 'Blue Kites', role: 'member', seat: 'taken', accessUntil: daysLater(28).getTime() },
    ])
    expect(viewed.subscriptions).toMatchObject([{ organization: 'Blue Kites' }])
  })

  it('are filtered, sorted and cut into pages by the server, and exported with the same filters', async () => {
    expect(await namesOf('state=active&sort=amount&direction=asc')).toEqual(['Red Kites', 'Blue Kites'])
    expect(await namesOf('text=kites&sort=seats&direction=desc')).toEqual(['Red Kites', 'Blue Kites'])
    expect(await namesOf(`text=${encodeURIComponent(monthly?.owner.email ?? '')}`)).toEqual(['Red Kites'])
    expect(await namesOf(`text=${encodeURIComponent('100%')}`)).toEqual(['100% Wind'])
    expect(await namesOf(`text=${encodeURIComponent('0_ W')}`)).toEqual([])
    expect(await namesOf('page=2')).toEqual([])
    for (const sort of ['createdAt', 'name', 'seats', 'taken', 'state', 'amount', 'periodEnd', 'accessUntil'])
      expect((await list(`sort=${sort}`)).rows).toHaveLength(4)
    expect((await finance.call('moneyOrganizations', { query: 'sort=email' })).status).toBe(400)
    const csv = await finance.call('exportMoney', { params: { table: 'organizations' }, query: 'state=closed' })
    expect(csv.text).toMatch(/^id,name,userId,email,seats,taken,state,amount,currency,interval,/)
    expect(csv.text.split('\r\n')).toHaveLength(3)
  })

  it('have their invoices, and those that are overdue are marked', async () => {
    const ask = async () =>
      (await finance.call('listOrganizationInvoices', { params: monthly?.params ?? {} })).body.data
    expect(await ask()).toMatchObject([
      { state: 'open', isOverdue: false, amount: 19_000, dueAt: daysLater(14).getTime() },
    ])
    server.setNow(daysLater(15))
    expect(await ask()).toMatchObject([{ state: 'open', isOverdue: true }])
    server.setNow(start)
    const unknown = await finance.call('listOrganizationInvoices', { params: { organizationId: randomUUID() } })
    expect(unknown.error?.name).toBe('not_found')
  })

  it('count in the recurring revenue with what their running contracts cost', async () => {
    const [usd] = (await finance.call('moneyOverview')).body.data.currencies
    expect(usd?.plans.find(({ plan }) => plan === 'seats')).toEqual({
      plan: 'seats',
      subscriptions: 2,
      monthlyRecurring: Math.round(19_000 + 76_000 / 12),
    })
  })

  it('are in the audit log before they are shown', async () => {
    const { db } = server.context
    const before = (await readTable(db, 'desk_audit')).length
    await list()
    expect((await readTable(db, 'desk_audit')).length).toBeGreaterThan(before)
  })
})
