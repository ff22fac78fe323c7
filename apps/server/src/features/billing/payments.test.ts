import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { actAsBuyer, listMails, listStored } from '../../test-support/act-as-buyer.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { listPaymentMonths, listStoredPayments } from '../../test-support/rows/billing.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { reconcilePayments } from './billing-jobs.ts'
import { savePayments } from './payments.sql.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400_000
let world: StripeWorld

beforeAll(async () => {
  world = await startStripeWorld(start)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.setNow(start)
  for (const subscription of world.stripe.books.subscriptions.values())
    if (subscription.status !== 'canceled') world.stripe.books.end(subscription)
  await deliver()
})

const moveTo = (days: number) => {
  world.setNow(new Date(start.getTime() + days * day))
  world.stripe.books.advance()
}
const db = () => world.server.context.db
const deliver = async () => {
  for (const status of await world.stripe.deliver(`${world.server.url}/api/payments/webhook`)) expect(status).toBe(200)
}

/** A buyer whose events have arrived. */
const buy = async (productId: string) => {
  const { email, begin } = await actAsBuyer(world.server, `payer-${randomBytes(5).toString('hex')}@kitewise.example`)
  const { sessionId } = await begin(productId)
  const { id } = world.stripe.books.pay(sessionId)
  await deliver()
  return { id, email, payments: () => listStoredPayments(db(), id) }
}

/** Sums of the whole table, to compare before and after. */
const sums = async () => {
  const months = await listPaymentMonths(db())
  const total = (key: 'payments' | 'paid' | 'tax' | 'refunds' | 'refunded' | 'failedAttempts') =>
    months.reduce((sum, month) => sum + month[key], 0)
  return {
    payments: total('payments'),
    paid: total('paid'),
    tax: total('tax'),
    refunds: total('refunds'),
    refunded: total('refunded'),
    failedAttempts: total('failedAttempts'),
  }
}

describe('stored payments', () => {
  it('follow the provider from the trial through a payment to its refund, each counted once', async () => {
    const before = await sums()
    const { id, payments } = await buy('month')
    expect(await payments()).toEqual([])
    moveTo(7)
    await deliver()
    expect(await payments()).toMatchObject([{ status: 'paid', amount: 2999, tax: 479, refunded: 0, country: 'DE' }])
    await world.server.context.payments.refundAll(id)
    await deliver()
    expect(await payments()).toMatchObject([{ status: 'paid', amount: 2999, refunded: 2999 }])
    expect(await sums()).toEqual({
      payments: before.payments + 1,
      paid: before.paid + 2999,
      tax: before.tax + 479,
      refunds: before.refunds + 1,
      refunded: before.refunded + 2999,
      failedAttempts: before.failedAttempts,
    })
  })

  it('are counted once when an event comes again, in any order and on two instances', async () => {
    const { email, begin } = await actAsBuyer(world.server)
    const { sessionId } = await begin('week')
    const from = world.stripe.books.events.length
    world.stripe.books.pay(sessionId)
    const before = await sums()
    const events = world.stripe.books.events.slice(from).map((event) => world.stripe.sign(event))
    const posts = [...events, ...events.toReversed()].flatMap((event) => [
      world.post(event),
      world.post(event, world.other),
    ])
    await Promise.all(posts)
    for (const event of events) expect(await world.post(event)).toBe(200)
    expect(await sums()).toMatchObject({ payments: before.payments + 1, paid: before.paid + 999 })
    expect(await listStored(world.server, email)).toHaveLength(1)
  })

  it('that were refused are kept as failed, with their attempts', async () => {
    const { id, payments } = await buy('week')
    const before = await sums()
    world.stripe.books.badCards.add(id)
    moveTo(7)
    await deliver()
    expect(await payments()).toMatchObject([{ status: 'failed', amount: 999 }, { status: 'paid' }])
    expect((await sums()).failedAttempts).toBe(before.failedAttempts + 1)
    expect((await sums()).paid).toBe(before.paid)
  })

  it('whose events were lost come with reconciliation, which then asks no more', async () => {
    const { payments } = await buy('week')
    moveTo(7)
    await world.stripe.deliver(`${world.server.url}/api/lost`)
    expect(await payments()).toHaveLength(1)
    await reconcilePayments(world.server.context)
    expect(await payments()).toHaveLength(2)
    const from = world.stripe.calls.length
    await reconcilePayments(world.server.context)
    expect(world.stripe.calls.slice(from).filter((call) => call.includes('/invoices'))).toEqual([])
  })

  it('never go back when an older reading comes late', async () => {
    const { id, email, payments } = await buy('week')
    const { context } = world.server
    const subscription = await context.payments.getSubscription(id)
    if (!subscription) throw new Error('there is no subscription')
    const older = await context.payments.listPayments(subscription)
    await context.payments.refundAll(id)
    await deliver()
    const before = await sums()
    const userId = await findUserId(db(), email)
    const late = [...older, ...older.map((one) => ({ ...one, status: 'failed' as const, paidAt: null }))]
    await inTransaction(db(), (tx) =>
      savePayments(
        tx,
        { userId, subscriptionId: id, productId: 'week' },
        { payments: late, returned: null, now: start },
      ),
    )
    expect(await payments()).toMatchObject([{ status: 'paid', refunded: 999 }])
    expect(await sums()).toEqual(before)
  })

  it('are told to the payer at each refund, also when one of the same sum has come back', async () => {
    const { id, email } = await buy('week')
    const { context } = world.server
    const told = async () => (await listMails(world.server, email)).filter((template) => template === 'refunded').length
    await context.payments.refundAll(id)
    await deliver()
    expect(await told()).toBe(1)
    world.stripe.books.returnRefund(id)
    await deliver()
    const [payment] = [...world.stripe.books.payments.values()].slice(-1)
    await context.payments.refundAmount({
      subscriptionId: id,
      chargeId: payment?.paymentIntent ?? '',
      amount: 999,
      idempotencyKey: 'again',
    })
    await deliver()
    await deliver()
    expect(await told()).toBe(2)
  })

  // docs/product.md R19, and the rule that a night without events stores what the provider has: a refund that was made at the provider,
  // and whose event was lost, is found only with the next payment.
  it('show a refund whose event was lost after a night, and one that came back after another, and staff get to know', async () => {
    const { id, payments } = await buy('week')
    await deliver()
    const { context } = world.server
    await context.payments.refundAll(id)
    world.stripe.books.events.pop()
    await reconcilePayments(context)
    expect(await payments()).toMatchObject([{ refunded: 999 }])
    world.stripe.books.returnRefund(id)
    world.stripe.books.events.pop()
    const before = await sums()
    for (let night = 0; night < 2; night += 1) await reconcilePayments(world.other.context)
    expect(await payments()).toMatchObject([{ refunded: 0 }])
    expect((await sums()).refunded).toBe(before.refunded - 999)
    const returned = await context.db`select returned_cents::int as cents from payments where subscription_id = ${id}`
    expect(returned).toEqual([{ cents: 999 }])
  })

  it('ask the provider once a night for all refunds, and read no payment that is as it was', async () => {
    const { id } = await buy('week')
    await world.server.context.payments.refundAll(id)
    await deliver()
    world.stripe.calls.length = 0
    await reconcilePayments(world.server.context)
    expect(world.stripe.calls.filter((call) => call.includes('refunds'))).toEqual(['GET /v1/refunds'])
    // The comparison of what runs, which asks for no payments.
    expect(world.stripe.calls.filter((call) => call === `GET /v1/subscriptions/${id}`)).toHaveLength(1)
    expect(world.stripe.calls).not.toContain('GET /v1/invoices')
  })

  it('count no longer as refunded when the refund comes back, once', async () => {
    const { id, payments } = await buy('week')
    const before = await sums()
    await world.server.context.payments.refundAll(id)
    await deliver()
    world.stripe.books.returnRefund(id)
    await deliver()
    await deliver()
    expect(await payments()).toMatchObject([{ status: 'paid', refunded: 0 }])
    expect(await sums()).toEqual(before)
  })

  it('go with an erased account, and the sums stay', async () => {
    const { email, payments } = await buy('week')
    const before = await sums()
    await db()`delete from users where email = ${email}`
    expect(await payments()).toEqual([])
    expect(await sums()).toEqual(before)
  })
})
