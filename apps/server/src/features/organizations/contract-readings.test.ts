import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyAs, listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { person, proveDomain, wishFor } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { stopOwnRenewal } from '../billing/seat-access.ts'
import { checkContracts } from './check-contracts.ts'
import { readContract } from './read-contract.ts'

const start = new Date('2026-05-10T12:00:00Z')
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000)

const found = async (server: TestServer) => {
  const owner = await person(server)
  const body = { ...wishFor('Kites'), legalName: `Kites of ${owner.id}` }
  const { id } = (await server.call('createOrganization', { token: owner.token, body })).body.data
  await proveDomain(server, id, `${owner.id}.example`)
  const acting = { token: owner.token, params: { organizationId: id } }
  return {
    ...acting,
    owner,
    mailsOfOwner: () => listMails(server, owner.email),
    order: (wish: object) => {
      const usual = { attempt: randomUUID(), way: 'invoice', interval: 'month', seats: 3, terms: 14 } as const
      return server.call('buySeats', { ...acting, body: { ...usual, ...wish } })
    },
    link: async () => {
      const body = { groupId: null, maxUses: 1_000, days: 30 }
      return (await server.call('createJoinLink', { ...acting, body })).body.data.url.split('#')[1] ?? ''
    },
    plan: async () => (await server.call('getOrganizationPlan', acting)).body.data,
    providerId: async () => {
      const [row] = await server.context.db<{ id: string }[]>`
        select provider_id as id from organization_contracts where organization_id = ${id} and provider_id is not null
        order by created_at desc limit 1`
      return row?.id ?? ''
    },
  }
}

describe('R175: a learner’s own plan', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ now: start, catalog: onboardingCatalog() })
  })
  afterAll(() => server.close())

  const ownPlan = async (token: string) => {
    const { data } = (await server.call('userSubscription', { token })).body
    return data.find(({ organization }) => organization === undefined)
  }
  const join = async (token: string, link: string) => {
    expect((await server.call('joinOrganization', { token, body: { token: link } })).status).toBe(200)
    await runJobs(server.context)
  }

  it('stays renewed after the learner has renewed it, whatever reads the contract', async () => {
    const company = await found(server)
    await company.order({})
    const token = await buyAs(server, await beginQuiz(server), 'renews@kitewise.example')
    await join(token, await company.link())
    const own = await ownPlan(token)
    expect(own).toMatchObject({ cancel_at_period_end: true })
    await server.call('resumeSubscription', { token, params: { id: own?.id ?? '' } })
    await checkContracts(server.context)
    await readContract(server.context, await company.providerId())
    await server.call('refreshContract', company)
    await server.call('changeSeats', { ...company, body: { attempt: randomUUID(), seats: 5 } })
    await runJobs(server.context)
    expect(await ownPlan(token)).toMatchObject({ cancel_at_period_end: false })
    expect(await listMails(server, 'renews@kitewise.example')).toContain('own_plan_ends')
  })

  it('stops once for each time a seat is taken, and says so each time', async () => {
    const company = await found(server)
    await company.order({})
    const email = 'comes-again@kitewise.example'
    const token = await buyAs(server, await beginQuiz(server), email)
    const link = await company.link()
    await join(token, link)
    const own = await ownPlan(token)
    await server.call('resumeSubscription', { token, params: { id: own?.id ?? '' } })
    await server.call('leaveOrganization', { token, params: company.params })
    await join(token, link)
    expect(await ownPlan(token)).toMatchObject({ cancel_at_period_end: true })
    expect((await listMails(server, email)).filter((mail) => mail === 'own_plan_ends')).toHaveLength(2)
  })

  it('stops when the access begins, not when a seat without access is taken', async () => {
    const company = await found(server)
    const token = await buyAs(server, await beginQuiz(server), 'waits@kitewise.example')
    await join(token, await company.link())
    expect(await ownPlan(token)).toMatchObject({ cancel_at_period_end: false })
    await company.order({})
    await runJobs(server.context)
    expect(await ownPlan(token)).toMatchObject({ cancel_at_period_end: true })
  })

  it('is told about although the process ended between the stop and its mail', async () => {
    const email = 'crashed@kitewise.example'
    const token = await buyAs(server, await beginQuiz(server), email)
    const own = await ownPlan(token)
    const [learner] = await server.context.db<{ id: string }[]>`select id from users where email = ${email}`
    const stop = { userId: learner?.id ?? '', organization: 'Kites', stopId: 'one', orderedAt: start.toISOString() }
    const ending = {
      ...server.context,
      payments: {
        ...server.context.payments,
        cancelAtPeriodEnd: async (id: string, key: string) => {
          await server.context.payments.cancelAtPeriodEnd(id, key)
          throw new Error('the process ended')
        },
      },
    }
    await expect(stopOwnRenewal(ending, stop)).rejects.toThrow('the process ended')
    await readSubscription(own?.id ?? '')
    await stopOwnRenewal(server.context, stop)
    server.setNow(new Date(start.getTime() + 120_000))
    await runJobs(server.context)
    server.setNow(start)
    expect(await listMails(server, email)).toContain('own_plan_ends')
  })

  const readSubscription = (id: string) => server.context.db`
    update subscriptions set cancel_at_period_end = true where id = ${id}`
})

describe('I12: seats that are taken', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ now: start })
  })
  afterAll(() => server.close())

  const countAccess = async (organizationId: string) => {
    const [row] = await server.context.db<{ count: number }[]>`
      select count(*)::int as count from subscriptions where organization_id = ${organizationId} and status = 'active'
        and current_period_end > ${server.context.clock()}`
    return row?.count ?? 0
  }
  const joinMany = async (link: string, count: number) => {
    const people = await Promise.all(Array.from({ length: count }, () => person(server)))
    await Promise.all(people.map(({ token }) => server.call('joinOrganization', { token, body: { token: link } })))
  }

  it('are never more than are paid, also if people join while the card page is open', async () => {
    const company = await found(server)
    await company.order({ seats: 12 })
    const link = await company.link()
    await joinMany(link, 2)
    await server.context.payments.cancelNow(await company.providerId())
    await readContract(server.context, await company.providerId())
    const { url } = (await company.order({ way: 'card', seats: 2 })).body.data
    await joinMany(link, 8)
    await payAt(server, url?.split('/').pop() ?? '')
    await server.call('refreshContract', company)
    expect((await company.plan()).seats).toEqual({ total: 2, taken: 2, waiting: 8 })
    expect(await countAccess(company.params.organizationId)).toBe(2)
  })

  it('are never more than are paid, also if people join while there become fewer', async () => {
    const company = await found(server)
    await company.order({ seats: 9 })
    const link = await company.link()
    await joinMany(link, 2)
    const fewer = server.call('changeSeats', { ...company, body: { attempt: randomUUID(), seats: 2 } })
    await Promise.all([fewer, joinMany(link, 7)])
    await checkContracts(server.context)
    const { contract, seats } = await company.plan()
    expect(seats.taken).toBeLessThanOrEqual(contract?.seats ?? 0)
    expect(await countAccess(company.params.organizationId)).toBe(seats.taken)
  })

  it('go back to those who had them first, when the provider says that there are fewer', async () => {
    const company = await found(server)
    await company.order({ seats: 3 })
    const link = await company.link()
    const holders: { email: string; id: string }[] = []
    for (let at = 0; at < 3; at += 1) {
      server.setNow(new Date(start.getTime() + at * 1_000))
      const learner = await person(server)
      holders.push(learner)
      await server.call('joinOrganization', { token: learner.token, body: { token: link } })
    }
    const providerId = await company.providerId()
    await server.context.payments.seats.changeSeats(providerId, 1, randomUUID())
    await readContract(server.context, providerId)
    const rows = await server.context.db<{ userId: string }[]>`
      select user_id as "userId" from organization_seats
      where organization_id = ${company.params.organizationId} and user_id is not null`
    expect(rows.map(({ userId }) => userId)).toEqual([holders[0]?.id])
    expect((await company.plan()).seats).toEqual({ total: 1, taken: 1, waiting: 2 })
    await runJobs(server.context)
    expect(await listMails(server, holders[2]?.email ?? '')).toEqual(['seat_ended'])
    server.setNow(start)
  })
})

describe('with Stripe', () => {
  let world: StripeWorld
  beforeAll(async () => {
    world = await startStripeWorld(start)
  })
  afterAll(() => world.close())

  it('a contract that was paid on its last day goes on, though no event told so', async () => {
    const { server, stripe } = world
    const company = await found(server)
    await company.order({ interval: 'year', terms: 14 })
    const at = async (days: number) => {
      world.setNow(daysLater(days))
      stripe.books.advance()
      await checkContracts(server.context)
    }
    await at(20)
    stripe.books.payInvoice(await company.providerId())
    await at(29)
    expect((await company.plan()).contract?.state).toBe('active')
    world.setNow(start)
  })

  it('a payment after the contract was given up goes back once, and owners and staff are told', async () => {
    const { server, stripe } = world
    const company = await found(server)
    await company.order({ interval: 'year', terms: 14 })
    const providerId = await company.providerId()
    world.setNow(daysLater(29))
    stripe.books.advance()
    await checkContracts(server.context)
    expect((await company.plan()).contract?.state).toBe('ended')
    const invoice = stripe.books.invoices.find((one) => one.subscription === providerId)
    world.setNow(daysLater(33))
    stripe.books.payInvoice(providerId)
    for (const process of [server, world.other, server]) await readContract(process.context, providerId)
    expect(stripe.books.payments.get(invoice?.id ?? '')).toMatchObject({ refunded: invoice?.amount_due })
    expect((await company.plan()).contract?.state).toBe('ended')
    expect(await company.mailsOfOwner()).toEqual(['contract_ended', 'contract_payment_returned'])
    const items = await server.context.db`
      select kind, name from inbox_items where concern = 'A late payment for seats' and details like ${`%${invoice?.id}`}`
    expect(items).toEqual([{ kind: 'question', name: 'Kites' }])
    world.setNow(start)
  })

  it('a late payment that cannot be refunded is told to staff alone, with a deadline', async () => {
    const { server, stripe } = world
    const company = await found(server)
    await company.order({ interval: 'year', terms: 14 })
    const providerId = await company.providerId()
    world.setNow(daysLater(29))
    stripe.books.advance()
    await checkContracts(server.context)
    world.setNow(daysLater(33))
    stripe.books.payInvoice(providerId)
    stripe.books.dispute(providerId)
    await readContract(server.context, providerId)
    const invoice = stripe.books.invoices.find((one) => one.subscription === providerId)
    const items = await server.context.db`
      select kind, due_at is not null as due from inbox_items where details like ${`%${invoice?.id}`}`
    expect(items).toEqual([{ kind: 'refund', due: true }])
    expect(await company.mailsOfOwner()).not.toContain('contract_payment_returned')
    world.setNow(start)
  })

  it('a contract of an earlier provider ends with its access, and then blocks no other one', async () => {
    const { server } = world
    const earlier = await startTestServer({ now: start, catalog: onboardingCatalog(), database: server.database })
    const company = await found(earlier)
    expect((await company.order({ seats: 2 })).status).toBe(200)
    const acting = { token: company.token, params: company.params }
    const card = { attempt: randomUUID(), way: 'card', interval: 'month', seats: 2, terms: 30 } as const
    const buy = () => server.call('buySeats', { ...acting, body: card })
    expect((await buy()).error?.name).toBe('contract_running')
    const change = { attempt: randomUUID(), seats: 1 }
    expect((await server.call('changeSeats', { ...acting, body: change })).status).toBe(503)
    const until = (await company.plan()).contract?.accessUntil ?? 0
    world.setNow(new Date(until * 1000))
    const token = await server.signIn(company.owner.email, company.owner.pin)
    acting.token = token
    expect((await server.call('getOrganizationPlan', acting)).body.data.contract?.state).toBe('ended')
    expect((await buy()).status).toBe(200)
    await checkContracts(server.context)
    const states = await server.context.db`
      select provider, state from organization_contracts where organization_id = ${company.params.organizationId} order by provider`
    expect(states).toEqual([
      { provider: 'embedded', state: 'ended' },
      { provider: 'stripe', state: 'pending' },
    ])
    world.setNow(start)
    await earlier.close()
  })

  it('a company can buy after its details were corrected, though its first call got no answer', async () => {
    const { server } = world
    const company = await found(server)
    const { seats } = server.context.payments
    const save = seats.saveCompany
    seats.saveCompany = async (request) => {
      await save(request)
      throw new Error('no answer')
    }
    expect((await company.order({ way: 'card' })).status).toBe(500)
    seats.saveCompany = save
    const details = { ...wishFor('Kites'), vatId: 'DE123456789', joinsByDomain: false }
    expect((await server.call('updateOrganization', { ...company, body: details })).status).toBe(200)
    expect((await company.order({ way: 'card' })).status).toBe(200)
  })

  it('a card contract that was never paid leaves no seats and no mail', async () => {
    const { server, stripe } = world
    const company = await found(server)
    const { url } = (await company.order({ way: 'card' })).body.data
    const { id } = stripe.books.pay(url?.split('/').pop() ?? '')
    const subscription = stripe.books.subscriptions.get(id)
    if (!subscription) throw new Error('the stand-in has no subscription')
    subscription.status = 'incomplete_expired'
    for (const invoice of stripe.books.invoices.filter((one) => one.subscription === id)) invoice.status = 'open'
    await readContract(server.context, id)
    await checkContracts(server.context)
    expect(await company.plan()).toMatchObject({ contract: null, seats: { total: 0 } })
  })
})
