import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, goodCard, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { deactivateUser } from '../../test-support/rows/accounts.ts'
import { endPeriodAtProvider, listRefunds, makeOverdueAtProvider } from '../../test-support/rows/billing.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { reconcilePayments } from './billing-jobs.ts'
import { syncSubscription } from './sync-with-provider.ts'

const start = new Date('2026-05-10T12:00:00Z')
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

const newEmail = (): string => `paid-${randomBytes(5).toString('hex')}@kitewise.example`
const hourAgo = () => Math.floor(server.context.clock().getTime() / 1000) - 3_600

/** A browser that only knows the address pays for it through the quiz. */
const payFor = async (email: string, productId: string, card = goodCard) => {
  const buyer = await actAsBuyer(server, email)
  const { sessionId } = await buyer.begin(productId)
  await payAt(server, sessionId, card)
}
const refundsOf = (email: string) => listRefunds(server.context.db, email)
const statesOf = async (email: string) => (await listStored(server, email)).map(({ status }) => status)

describe('payment for an address with an unproven mailbox', () => {
  it('is refunded immediately when the account has a plan, which stays unchanged, and a mail says so', async () => {
    const { email } = await createUser(server.context)
    await payFor(email, 'week')
    await payFor(email, 'month')
    expect(await statesOf(email)).toEqual(['active', 'canceled', 'canceled'])
    expect(await refundsOf(email)).toEqual([999, 0])
    const mails = await listMails(server, email)
    expect(mails.filter((template) => template === 'already_subscribed')).toHaveLength(2)
    expect(mails).not.toContain('welcome')
  })

  it('is assigned to an existing account without a plan, and a mail explains the next step', async () => {
    const { email, pin } = await createUser(server.context, { subscription: { currentPeriodEnd: hourAgo() - 7_200 } })
    await payFor(email, 'week')
    expect((await listStored(server, email)).at(-1)).toMatchObject({ status: 'active' })
    expect(await refundsOf(email)).toEqual([0])
    expect(await listMails(server, email)).toContain('welcome_back')
    const token = await server.signIn(email, pin)
    expect((await server.call('createCheckout', { token, body: { productId: 'week' } })).error?.name).toBe(
      'already_subscribed',
    )
  })

  it('is refunded for a deleted account, and the mail explains how to restore it', async () => {
    const { email, id } = await createUser(server.context, { subscription: null })
    await deactivateUser(server.context.db, id)
    await payFor(email, 'week')
    expect(await statesOf(email)).toEqual(['canceled'])
    expect(await refundsOf(email)).toEqual([999])
    expect(await listMails(server, email)).toContain('account_waits')
  })

  it('starts no second trial: it ends before any charge, and the mail gives the prices and where to buy', async () => {
    const email = newEmail()
    await payFor(email, 'month')
    const [trial] = await listStored(server, email)
    await server.context.payments.cancelNow(trial?.id ?? '')
    await syncSubscription(server.context, trial?.id ?? '')
    await payFor(email, 'month')
    await reconcilePayments(server.context)
    expect(await statesOf(email)).toEqual(['canceled', 'canceled'])
    expect(await listMails(server, email)).toContain('trial_again')
    await payFor(email, 'week')
    expect(await statesOf(email)).toEqual(['canceled', 'canceled', 'active'])
  })

  it('does not use up a trial when it is refused', async () => {
    const { email, pin } = await createUser(server.context)
    await payFor(email, 'month')
    const token = await server.signIn(email, pin)
    const { body } = await server.call('listPlans', { token })
    expect(Math.max(...body.data.map(({ trialDays }) => trialDays))).toBe(7)
  })

  it('replaces a plan that no longer gives access', async () => {
    const email = newEmail()
    await payFor(email, 'week')
    const [first] = await listStored(server, email)
    const due = new Date(start.getTime() - 9 * 86_400_000)
    await makeOverdueAtProvider(server.context.db, first?.id ?? '', due)
    await endPeriodAtProvider(server.context.db, first?.id ?? '', due)
    await syncSubscription(server.context, first?.id ?? '')
    await payFor(email, 'week')
    expect(await statesOf(email)).toEqual(['canceled', 'active'])
    expect(await refundsOf(email)).toEqual([0, 0])
  })
})

describe('unproven payment at Stripe', () => {
  it("opens a page that does not know the address's customer, and is refunded once despite a broken connection", async () => {
    const { stripe, post, server: one } = world
    const { email } = await createUser(one.context)
    const buyer = await actAsBuyer(one, email)
    const { sessionId } = await buyer.begin('week')
    expect(stripe.books.sessions.get(sessionId)).toMatchObject({ customer: null, customer_email: email })
    const from = stripe.books.events.length
    const { latest_invoice: invoice } = stripe.books.pay(sessionId)
    const events = stripe.books.events.slice(from).map((event) => stripe.sign(event))
    for (const broken of ['POST /v1/refunds', 'DELETE']) {
      stripe.setFault((route) => (route.startsWith(broken) ? 'cut' : null))
      for (const event of events.slice(0, 1)) expect(await post(event)).toBe(503)
    }
    stripe.setFault(() => null)
    for (const event of events) expect(await post(event)).toBe(200)
    expect(stripe.books.payments.get(invoice)).toMatchObject({ amount: 999, refunded: 999 })
    expect((await listStored(one, email)).map(({ status }) => status)).toEqual(['active', 'canceled'])
    expect(await listMails(one, email)).toContain('already_subscribed')
  })
})
