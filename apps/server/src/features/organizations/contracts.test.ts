import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { person, proveDomain, wishFor } from '../../test-support/organization.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { checkContracts } from './check-contracts.ts'

const start = new Date('2026-05-10T12:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)

type Company = { id: string; token: string; params: { organizationId: string }; email: string }

const makeCompany = async (server: TestServer): Promise<Company> => {
  const owner = await person(server)
  const body = {
    ...wishFor('Kites'),
    legalName: `Kites of ${owner.id}`,
    billingEmail: `books-${owner.id}@company.example`,
  }
  const { id } = (await server.call('createOrganization', { token: owner.token, body })).body.data
  await proveDomain(server, id, `${owner.id}.example`)
  return { id, token: owner.token, params: { organizationId: id }, email: owner.email }
}

const buy = (server: TestServer, { token, params }: Company, body: object) =>
  server.call('buySeats', { token, params, body: { attempt: randomUUID(), interval: 'month', seats: 3, ...body } })

const planOf = async (server: TestServer, { token, params }: Company) =>
  (await server.call('refreshContract', { token, params })).body.data

const joinOne = async (server: TestServer, { token, params }: Company) => {
  const body = { groupId: null, maxUses: 5, days: 30 }
  const { url } = (await server.call('createJoinLink', { token, params, body })).body.data
  const learner = await person(server)
  await server.call('joinOrganization', { token: learner.token, body: { token: url.split('#')[1] } })
  return learner
}

const until = async (server: TestServer, userId: string): Promise<number> => {
  const [row] = await server.context.db<{ until: number }[]>`
    select extract(epoch from current_period_end)::float8 as until from subscriptions
    where user_id = ${userId} and organization_id is not null`
  return row?.until ?? 0
}

describe('with the embedded provider', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ now: start })
  })
  afterAll(() => server.close())

  it('sells seats by card: they are there once the card has paid, and a second contract is refused', async () => {
    const company = await makeCompany(server)
    const before = (await server.call('getOrganizationPlan', company)).body.data
    expect(before).toMatchObject({ contract: null, seats: { total: 0 } })
    expect(before.prices.map(({ formattedPrice }) => formattedPrice)).toEqual(['$19.00', '$190.00'])
    const attempt = randomUUID()
    const begun = await buy(server, company, { attempt, way: 'card' })
    const sessionId = begun.body.data.url?.split('/').pop() ?? ''
    expect((await buy(server, company, { attempt, way: 'card' })).body.data.url).toBe(begun.body.data.url)
    expect((await buy(server, company, { attempt, way: 'card', seats: 9 })).error?.name).toBe('attempt_reused')
    const page = await server.call('getEmbeddedCheckout', { params: { sessionId } })
    expect(page.body.data.plan).toMatchObject({ name: '3 × Seat', unit_amount: 5700 })
    await payAt(server, sessionId)
    expect(await planOf(server, company)).toMatchObject({
      contract: { state: 'active', way: 'card', seats: 3, terms: null },
      seats: { total: 3, taken: 0 },
    })
    expect((await buy(server, company, { way: 'card' })).error?.name).toBe('contract_running')
    const invoices = await server.call('listInvoices', company)
    expect(invoices.body.data).toMatchObject([{ state: 'paid', amount: 5700 }])
  })

  it('sells by invoice to a company with a proved domain: seats at once, access until 14 days after an unpaid due date, everything back once it is paid', async () => {
    const company = await makeCompany(server)
    const bought = await buy(server, company, { way: 'invoice', terms: 14, interval: 'year' })
    expect(bought.body.data).toMatchObject({ url: null, contract: { state: 'active', terms: 14, seats: 3 } })
    const learner = await joinOne(server, company)
    expect(await until(server, learner.id)).toBe(daysLater(28).getTime() / 1000)
    const [invoice] = (await server.call('listInvoices', company)).body.data
    const params = { invoiceId: invoice?.url?.split('/').pop() ?? '' }
    const page = await server.call('getEmbeddedInvoice', { params })
    expect(page.body.data).toMatchObject({ state: 'open', seats: 3, company: { city: 'Berlin' } })
    expect((await server.call('payEmbeddedInvoice', { params })).body.data.state).toBe('paid')
    expect(await until(server, learner.id)).toBeGreaterThan(daysLater(364).getTime() / 1000)
  })

  it('changes the number of seats, once for each attempt, but not below those taken', async () => {
    const company = await makeCompany(server)
    await buy(server, company, { way: 'invoice' })
    const learners = [await joinOne(server, company), await joinOne(server, company)]
    const attempt = randomUUID()
    const change = (seats: number, key: string = randomUUID()) =>
      server.call('changeSeats', { ...company, body: { attempt: key, seats } })
    expect((await change(6, attempt)).body.data.seats).toBe(6)
    await change(6, attempt)
    expect((await server.call('listInvoices', company)).body.data).toHaveLength(2)
    expect((await change(1)).error?.name).toBe('seats_taken')
    expect((await change(2)).body.data.seats).toBe(2)
    expect((await planOf(server, company)).seats).toEqual({ total: 2, taken: learners.length, waiting: 0 })
  })

  it('ends with its period after a cancellation, mails the warnings once, and a new contract restores everybody', async () => {
    const company = await makeCompany(server)
    await buy(server, company, { way: 'invoice' })
    const learner = await joinOne(server, company)
    const canceled = await server.call('cancelContract', company)
    expect(canceled.body.data.endsWithPeriod).toBe(true)
    const check = async (days: number) => {
      server.setNow(daysLater(days))
      await server.context.payments.embedded?.advance(daysLater(days))
      await checkContracts(server.context)
      await checkContracts(server.context)
      await runJobs(server.context)
    }
    const subjects = async () => (await mailsTo(server.context, company.email)).map(({ subject }) => subject)
    await check(2)
    await check(3)
    expect(await subjects()).toHaveLength(1)
    await check(25)
    expect(await subjects()).toHaveLength(2)
    await check(32)
    expect(await subjects()).toHaveLength(3)
    expect((await server.call('getOrganizationPlan', company)).body.data.contract?.state).toBe('ended')
    expect(await until(server, learner.id)).toBeLessThanOrEqual(daysLater(32).getTime() / 1000)
    expect(await listMails(server, learner.email)).toEqual(['seat_ended'])
    const [unpaid] = (await server.call('listInvoices', company)).body.data
    await server.call('payEmbeddedInvoice', { params: { invoiceId: unpaid?.url?.split('/').pop() ?? '' } })
    await buy(server, company, { way: 'invoice', terms: 30 })
    expect(await until(server, learner.id)).toBeGreaterThan(daysLater(60).getTime() / 1000)
    expect((await planOf(server, company)).seats).toMatchObject({ total: 3, taken: 1 })
    await server.call('cancelContract', company)
    await check(64)
    expect(await listMails(server, learner.email)).toEqual(['seat_ended', 'seat_ended'])
    server.setNow(start)
  })
})

describe('with Stripe', () => {
  let world: StripeWorld
  beforeAll(async () => {
    world = await startStripeWorld(start)
  })
  afterAll(() => world.close())

  it('reads a contract again when an event comes, in any order and twice, and refuses a second paid one', async () => {
    const { server, stripe } = world
    const company = await makeCompany(server)
    const begin = async () => {
      const { url } = (await buy(server, company, { way: 'card' })).body.data
      return url?.split('/').pop() ?? ''
    }
    const [first, second] = [await begin(), await begin()]
    const before = stripe.books.events.length
    stripe.books.pay(first)
    const events = stripe.books.events.slice(before).map((event) => stripe.sign(event))
    for (const event of [...events].reverse()) expect(await world.post(event)).toBe(200)
    for (const event of events) expect(await world.post(event)).toBe(200)
    await runJobs(server.context)
    expect((await server.call('getOrganizationPlan', company)).body.data).toMatchObject({
      contract: { state: 'active', seats: 3 },
      seats: { total: 3 },
    })
    const again = stripe.books.events.length
    const { id } = stripe.books.pay(second)
    for (const event of stripe.books.events.slice(again)) await world.post(stripe.sign(event))
    await runJobs(server.context)
    expect(stripe.books.subscriptions.get(id)?.status).toBe('canceled')
    expect(stripe.books.refunds).toHaveLength(1)
    for (const event of stripe.books.events.slice(again)) await world.post(stripe.sign(event))
    await runJobs(server.context)
    expect((await server.call('getOrganizationPlan', company)).body.data).toMatchObject({
      contract: { state: 'active' },
      seats: { total: 3 },
    })
  })

  it('finds in the night what no event told, and ends a contract whose invoice stays unpaid', async () => {
    const { server, stripe } = world
    const company = await makeCompany(server)
    await buy(server, company, { way: 'invoice', interval: 'year', terms: 14 })
    const learner = await joinOne(server, company)
    const at = async (days: number) => {
      world.setNow(daysLater(days))
      stripe.books.advance()
      await checkContracts(server.context)
    }
    await at(20)
    const plan = (await server.call('getOrganizationPlan', company)).body.data
    expect(plan.contract).toMatchObject({ state: 'past_due', accessUntil: daysLater(28).getTime() / 1000 })
    expect(await until(server, learner.id)).toBe(daysLater(28).getTime() / 1000)
    await at(29)
    expect((await server.call('getOrganizationPlan', company)).body.data.contract?.state).toBe('ended')
    await at(30)
    expect(await listMails(server, learner.email)).toEqual(['seat_ended'])
    world.setNow(start)
  })
})
