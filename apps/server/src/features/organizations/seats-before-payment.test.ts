import { randomUUID } from 'node:crypto'
import { mostUnpaidSeats } from '@kitewise/rules/before-payment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, proveDomain, wishFor } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { checkContracts } from './check-contracts.ts'
import { readContract } from './read-contract.ts'

const start = new Date('2026-05-10T12:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: start })
})
afterAll(() => server.close())

type Owner = Awaited<ReturnType<typeof person>>
type Company = { owner: Owner; token: string; params: { organizationId: string }; domain: string }

let companies = 0

/** A company of its own name and domain; only what a test overrides is shared. */
const found = async ({
  owner,
  domain,
  legalName,
  vatId = '',
  isProved = true,
}: {
  owner?: Owner
  domain?: string
  legalName?: string
  vatId?: string
  isProved?: boolean
} = {}): Promise<Company> => {
  companies += 1
  const name = `Company ${companies}`
  const founder = owner ?? (await person(server))
  const body = { ...wishFor(name), vatId, ...(legalName !== undefined && { legalName }) }
  const { id } = (await server.call('createOrganization', { token: founder.token, body })).body.data
  const own = domain ?? `company-${companies}.example`
  if (isProved) await proveDomain(server, id, own)
  return { owner: founder, token: founder.token, params: { organizationId: id }, domain: own }
}

const order = ({ token, params }: Company, body: object = {}) =>
  server.call('buySeats', {
    token,
    params,
    body: { attempt: randomUUID(), way: 'invoice', interval: 'year', seats: 3, terms: 30, ...body },
  })

const close = async ({ token, params }: Company) => {
  const { name } = (await server.call('getOrganization', { token, params })).body.data
  expect((await server.call('closeOrganization', { token, params, body: { name } })).status).toBe(200)
}

const planOf = async ({ token, params }: Company) => (await server.call('refreshContract', { token, params })).body.data

const pay = async ({ token, params }: Company) => {
  const open = (await server.call('listInvoices', { token, params })).body.data.filter(({ state }) => state === 'open')
  for (const { url } of open)
    await server.call('payEmbeddedInvoice', { params: { invoiceId: url?.split('/').pop() ?? '' } })
}

/** How many of these people can learn now. */
const countAccess = async (userIds: readonly string[]) => {
  const [row] = await server.context.db<{ count: number }[]>`
    select count(*)::int as count from subscriptions where user_id = any(${[...userIds]}::uuid[])
      and organization_id is not null and status = 'active' and current_period_end > ${server.context.clock()}`
  return row?.count ?? 0
}

const join = async ({ token, params }: Company, count: number): Promise<string[]> => {
  const body = { groupId: null, maxUses: 1_000, days: 30 }
  const link = (await server.call('createJoinLink', { token, params, body })).body.data.url.split('#')[1] ?? ''
  const people: string[] = []
  for (let at = 0; at < count; at += 1) {
    const learner = await person(server)
    expect((await server.call('joinOrganization', { token: learner.token, body: { token: link } })).status).toBe(200)
    people.push(learner.id)
  }
  return people
}

describe('R171: seats by invoice', () => {
  it('begin with the payment without a proved domain, however many are ordered', async () => {
    const company = await found({ isProved: false })
    const bought = await order(company, { seats: 9_999 })
    expect(bought.body.data.contract).toMatchObject({ state: 'active', seats: 9_999, usableSeats: 0 })
    const people = await join(company, 2)
    expect(await countAccess(people)).toBe(0)
    expect(await planOf(company)).toMatchObject({
      seats: { total: 0, waiting: 2 },
      beforePayment: { seats: 0, reason: 'no_domain' },
    })
    await pay(company)
    expect(await countAccess(people)).toBe(2)
    expect((await planOf(company)).contract).toMatchObject({ usableSeats: 9_999 })
  })

  it('are twenty at most before the payment with a proved domain, and the others follow with it', async () => {
    const company = await found()
    await order(company, { seats: mostUnpaidSeats + 2 })
    const people = await join(company, mostUnpaidSeats + 2)
    expect(await countAccess(people)).toBe(mostUnpaidSeats)
    await checkContracts(server.context)
    expect(await countAccess(people)).toBe(mostUnpaidSeats)
    await pay(company)
    expect(await countAccess(people)).toBe(people.length)
  })

  it('are not given on one paid seat: more of them on a paid contract follow the same rule', async () => {
    const company = await found({ isProved: false })
    await order(company, { seats: 1 })
    await pay(company)
    const people = await join(company, 3)
    expect(await countAccess(people)).toBe(1)
    const more = { token: company.token, params: company.params, body: { attempt: randomUUID(), seats: 9_999 } }
    expect((await server.call('changeSeats', more)).body.data).toMatchObject({ seats: 9_999, usableSeats: 1 })
    expect(await countAccess(people)).toBe(1)
    await pay(company)
    expect(await countAccess(people)).toBe(3)
  })

  it('of a contract that was never paid end with it, and give the same company no more before it pays', async () => {
    const company = await found({ domain: 'one.example' })
    await order(company, { terms: 14 })
    const [learner = ''] = await join(company, 1)
    expect(await countAccess([learner])).toBe(1)
    try {
      server.setNow(daysLater(29))
      await checkContracts(server.context)
      expect((await planOf(company)).contract?.state).toBe('ended')
      expect(await countAccess([learner])).toBe(0)
      expect((await planOf(company)).beforePayment).toEqual({ seats: 0, reason: 'unpaid_invoice' })
      expect((await order(company)).body.data.contract).toMatchObject({ usableSeats: 0 })
      expect(await countAccess([learner])).toBe(0)
    } finally {
      server.setNow(start)
    }
  })
})

describe('R171: whoever uses unpaid seats gets no others', () => {
  const others: [string, (first: Company) => Promise<Company>][] = [
    ['in another organization of the same owner', ({ owner }) => found({ owner })],
    ['under the same domain', ({ domain }) => found({ domain })],
    ['under another name of the same domain', ({ domain }) => found({ domain: `other.${domain}` })],
    ['under the same company name', () => found({ legalName: 'GREEN kites, ltd.' })],
    ['under the same VAT ID', () => found({ vatId: 'de 123.456.789' })],
  ]

  it.each(others)('%s, also after the first organization was closed', async (_, another) => {
    const first = await found({ legalName: 'Green Kites Ltd', vatId: 'DE123456789' })
    expect((await order(first)).body.data.contract).toMatchObject({ usableSeats: 3 })
    await close(first)
    await server.context.db`delete from organization_domains where organization_id = ${first.params.organizationId}`
    await runJobs(server.context)
    const second = await another(first)
    expect((await order(second)).body.data.contract).toMatchObject({ usableSeats: 0 })
    expect(await countAccess(await join(second, 1))).toBe(0)
    // Leaves nothing behind for the next case.
    await server.context.db`update organization_contracts set is_settled = true`
  })

  it('of two organizations that order at the same moment, one', async () => {
    const owner = await person(server)
    const both = [await found({ owner }), await found({ owner })]
    const answers = await Promise.all(both.map((company) => order(company)))
    expect(answers.map(({ body }) => body.data.contract?.usableSeats ?? 0).toSorted((a, b) => a - b)).toEqual([0, 3])
  })

  it('until the first are paid', async () => {
    const owner = await person(server)
    const first = await found({ owner })
    await order(first)
    await pay(first)
    expect((await order(await found({ owner }))).body.data.contract).toMatchObject({ usableSeats: 3 })
  })
})

describe('L11: organizations that one person creates', () => {
  it('are ten within a year, whatever was closed', async () => {
    const owner = await person(server)
    for (let at = 0; at < 10; at += 1) await close(await found({ owner, isProved: false }))
    const create = () => server.call('createOrganization', { token: owner.token, body: wishFor('One more') })
    expect((await create()).error?.name).toBe('too_many_organizations')
  })
})

describe('with Stripe', () => {
  let world: StripeWorld
  beforeAll(async () => {
    world = await startStripeWorld(start)
  })
  afterAll(() => world.close())

  it('a draft of the first invoice isn’t taken for a paid one', async () => {
    const { stripe } = world
    const owner = await person(world.server)
    const params = {
      organizationId: (await world.server.call('createOrganization', { token: owner.token, body: wishFor('Kites') }))
        .body.data.id,
    }
    const body = { attempt: randomUUID(), interval: 'year', seats: 50, way: 'invoice', terms: 30 } as const
    await world.server.call('buySeats', { token: owner.token, params, body })
    for (const invoice of stripe.books.invoices) invoice.status = 'draft'
    await readContract(world.server.context, [...stripe.books.subscriptions.keys()][0] ?? '')
    const plan = await world.server.call('getOrganizationPlan', { token: owner.token, params })
    expect(plan.body.data).toMatchObject({ contract: { usableSeats: 0 }, seats: { total: 0 } })
  })
})
