import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { actAsBuyer, goodCard, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { makeOrganization } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { loseProviderEvents } from '../../test-support/rows/billing.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { blockAccount } from '../privacy/block-account.ts'
import { reconcilePayments } from './billing-jobs.ts'
import { grantAccess } from './grant-access.ts'
import { endSeatAccess, saveSeatAccess } from './seat-access.ts'
import { syncSubscription } from './sync-with-provider.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400_000
let server: TestServer
let world: StripeWorld

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
  world = await startStripeWorld(start)
})
afterAll(async () => {
  await world.close()
  await server.close()
})

const after = (days: number) => new Date(start.getTime() + days * day)
const statesOf = async (email: string, on = server) => (await listStored(on, email)).map(({ status }) => status)
const learner = async (on = server) => {
  const user = await createUser(on.context, { subscription: null })
  const token = await on.signIn(user.email, user.pin)
  const begin = async (productId = 'week') =>
    (await on.call('createCheckout', { token, body: { productId } })).body.data.sessionId
  return { ...user, token, begin }
}

/** Access that isn't paid for, which keeps its row: it began before the plan, and comes back after it. */
const revivals: Record<string, (userId: string) => Promise<{ give: () => Promise<void>; take: () => Promise<void> }>> =
  {
    'a seat': async (userId) => {
      const seat = { organizationId: (await makeOrganization(server)).id, userIds: [userId] }
      return {
        give: () =>
          inTransaction(server.context.db, (tx) => saveSeatAccess(tx, server.context, { ...seat, until: after(40) })),
        take: () => inTransaction(server.context.db, (tx) => endSeatAccess(tx, seat, start)),
      }
    },
    'days from support': async (userId) => ({
      give: () => grantAccess(server.context, userId, after(20)),
      take: () => grantAccess(server.context, userId, after(-2)),
    }),
  }

describe('an accepted plan', () => {
  it.each(Object.keys(revivals))('stays when the learner later gets %s that they had before', async (kind) => {
    const owner = await learner()
    const access = await revivals[kind]?.(owner.id)
    await access?.give()
    await access?.take()
    await payAt(server, await owner.begin())
    await access?.give()
    await reconcilePayments(server.context)
    await runJobs(server.context)
    expect((await listStored(server, owner.email)).filter(({ status }) => status === 'active').length).toBe(2)
    const payments = await server.context.db`select 1 from payments where user_id = ${owner.id} and refunded_cents > 0`
    expect(payments).toHaveLength(0)
    expect(await listMails(server, owner.email)).not.toContain('already_subscribed')
  })

  it('keeps its trial when its card turns out later to have had one', async () => {
    const { stripe, server: one } = world
    const buyers = [await actAsBuyer(one), await actAsBuyer(one)]
    const sessions = [await buyers[0]?.begin('month'), await buyers[1]?.begin('month')]
    const late = stripe.books.pay(sessions[0]?.sessionId ?? '', 'fp_unknown')
    const method = stripe.books.paymentMethods.get(late.default_payment_method ?? '')
    if (!method) throw new Error('there is no card')
    const { card } = method
    // As with Link, which has no fingerprint.
    Object.assign(method, { type: 'link', card: undefined })
    await syncSubscription(one.context, late.id)
    await syncSubscription(one.context, stripe.books.pay(sessions[1]?.sessionId ?? '', 'fp_verdict').id)
    Object.assign(method, { type: 'card', card: { ...card, fingerprint: 'fp_verdict' } })
    await syncSubscription(one.context, late.id)
    expect(await statesOf(buyers[0]?.email ?? '', one)).toEqual(['trialing'])
  })

  it('welcomes its owner back once, however often and however late it is read', async () => {
    const { id, email } = await createUser(server.context, { subscription: null })
    await payAt(server, (await (await actAsBuyer(server, email)).begin('week')).sessionId)
    expect(await listMails(server, email)).toContain('welcome_back')
    // As after 400 days, when the key of the mail is forgotten.
    await server.context.db`delete from outgoing_mails where user_id = ${id}`
    await reconcilePayments(server.context)
    expect(await listMails(server, email)).not.toContain('welcome_back')
  })

  it('is one of two that are bought at once', async () => {
    const { stripe, post, server: one, other } = world
    const email = `crossing-${randomBytes(4).toString('hex')}@kitewise.example`
    const sessions = await Promise.all(
      [actAsBuyer(one, email), actAsBuyer(one, email)].map(async (buyer) => (await buyer).begin('week')),
    )
    const from = stripe.books.events.length
    for (const { sessionId } of sessions) stripe.books.pay(sessionId)
    const events = stripe.books.events.slice(from).map((event) => stripe.sign(event))
    await Promise.all(events.map((event, index) => post(event, index % 2 ? other : one)))
    for (const event of events) expect(await post(event)).toBe(200)
    expect((await statesOf(email, one)).sort()).toEqual(['active', 'canceled'])
  })
})

/** A second plan for somebody who has one, at Stripe, before it is read. */
const payTwice = async () => {
  const { stripe, server: one } = world
  const { email } = await createUser(one.context)
  const { sessionId } = await (await actAsBuyer(one, email)).begin('week')
  const from = stripe.books.events.length
  const second = stripe.books.pay(sessionId)
  const refunds = () =>
    stripe.books.invoices
      .filter(({ subscription }) => subscription === second.id)
      .map(({ id }) => stripe.books.payments.get(id)?.refunded)
  const send = async () => {
    for (const event of stripe.books.events.slice(from)) expect(await world.post(stripe.sign(event))).toBe(200)
  }
  return { email, second, refunds, send }
}

describe('a refused plan', () => {
  it('ends although its refund is refused for good, and staff get to know', async () => {
    const { email, second, send } = await payTwice()
    world.stripe.books.dispute(second.id)
    await send()
    expect(await statesOf(email, world.server)).toEqual(['active', 'canceled'])
    const { db } = world.server.context
    expect(await db`select 1 from payments where subscription_id = ${second.id} and returned_cents = 999`).toHaveLength(
      1,
    )
  })

  it('gives every payment back', async () => {
    const { second, refunds, send } = await payTwice()
    world.setNow(after(8))
    world.stripe.books.advance()
    await send()
    expect(second.status).toBe('canceled')
    expect(refunds()).toEqual([999, 999])
    world.setNow(start)
  })

  it('gives its payment back although it ended before it was read', async () => {
    const { email, second, refunds, send } = await payTwice()
    world.stripe.books.end(second)
    await send()
    expect(refunds()).toEqual([999])
    expect(await listMails(world.server, email)).toContain('already_subscribed')
    const before = world.stripe.calls.length
    await syncSubscription(world.server.context, second.id)
    expect(world.stripe.calls.slice(before).filter((call) => !call.startsWith('GET'))).toEqual([])
  })

  it('is one for a blocked account, whose owner could not cancel it', async () => {
    const { id, email } = await createUser(server.context, { subscription: null })
    await blockAccount(server.context, id)
    await payAt(server, (await (await actAsBuyer(server, email)).begin('week')).sessionId)
    expect(await statesOf(email)).toEqual(['canceled'])
    expect(await listMails(server, email)).toContain('payment_returned')
  })

  it("leaves the account its own customer at the provider when a stranger's was refused", async () => {
    const owner = await learner(world.server)
    const first = world.stripe.books.pay(await owner.begin('week'))
    await syncSubscription(world.server.context, first.id)
    const { sessionId } = await (await actAsBuyer(world.server, owner.email)).begin('week')
    await syncSubscription(world.server.context, world.stripe.books.pay(sessionId).id)
    const [row] = await world.server.context.db<{ id: string }[]>`
      select provider_customer_id as id from customers where user_id = ${owner.id}`
    expect(row?.id).toBe(first.customer)
  })
})

describe('a plan that another one replaces', () => {
  it('is read before: one that was paid late stays, and the new payment goes back', async () => {
    const card = { ...goodCard, cardNumber: '4242 4200 0000 0059' }
    const owner = await learner()
    await payAt(server, await owner.begin(), card)
    const [plan] = await listStored(server, owner.email)
    await server.context.db`
      update subscriptions set status = 'past_due', past_due_since = ${after(-4)}, current_period_end = ${after(-4)}
      where id = ${plan?.id ?? ''}`
    await loseProviderEvents(server.context.db)
    const { sessionId } = await (await actAsBuyer(server, owner.email)).begin('week')
    await payAt(server, sessionId)
    expect(await statesOf(owner.email)).toEqual(['active', 'canceled'])
  })
})
