import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeWithdrawal } from '../../features/support/refund-withdrawal.ts'
import { actAsBuyer } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'

const start = new Date('2026-05-10T12:00:00Z')
const startSeconds = start.getTime() / 1000
const reason = 'the learner withdrew'

let world: StripeWorld
let ann: Awaited<ReturnType<typeof actAsStaff>>
let bob: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  world = await startStripeWorld(start)
  ann = await actAsStaff(world.server, 'support', { name: 'Ann' })
  bob = await actAsStaff(world.server, 'finance', { name: 'Bob' })
})
afterAll(() => world.close())
beforeEach(() => {
  world.stripe.setFault(() => null)
  world.setNow(start)
})

const deliver = () => world.stripe.deliver(`${world.server.url}/api/payments/webhook`)
const fail = (start: string) => world.stripe.setFault((call) => (call.startsWith(start) ? 500 : null))

/** A learner who bought and withdrew. */
const withdrawn = async (productId = 'week') => {
  const { server } = world
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin(productId)
  const subscription = world.stripe.books.pay(begun.sessionId)
  await deliver()
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  const token = await server.signIn(buyer.email, '4826')
  await server.call('withdraw', { token, body: { subscriptionId: subscription.id, name: 'Ada' } })
  const userId = await findUserId(server.context.db, buyer.email)
  const [item] = await server.context.db<{ id: string }[]>`select id from inbox_items where user_id = ${userId}`
  const itemId = item?.id ?? ''
  return {
    itemId,
    userId,
    subscriptionId: subscription.id,
    refund: (amount: number, staff = ann) =>
      staff.call('refundWithdrawal', { params: { itemId }, body: { amount, reason } }),
    read: async () => (await ann.call('readInboxItem', { params: { itemId } })).body.data,
    /** What the learner reads. */
    told: async () => (await server.call('moneyBack', { token })).body.data.withdrawal,
    paidBack: () => world.stripe.books.payments.get(subscription.latest_invoice ?? '')?.refunded ?? 0,
    refunds: () => server.context.db`select state from refunds where user_id = ${userId}`,
  }
}

describe('a withdrawal', () => {
  it('is refunded and closed in one step, and the learner reads when', async () => {
    const one = await withdrawn()
    expect(await one.read()).toMatchObject({ refundDue: { amount: 999, currency: 'usd', waitsForProvider: false } })
    expect((await one.refund(999)).body.data).toEqual({ state: 'done' })
    expect(one.paidBack()).toBe(999)
    expect(await one.read()).toMatchObject({ state: 'done', refundDue: null })
    expect(await one.told()).toMatchObject({ refundedAt: startSeconds })
    expect(await one.told()).not.toHaveProperty('closedAt')
  })

  it('is refunded once, however often and by whomever it is asked for', async () => {
    const one = await withdrawn()
    const answers = await Promise.all([one.refund(999), one.refund(999), one.refund(999, bob)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await one.refund(999)).body.data).toEqual({ state: 'done' })
    expect([one.paidBack(), await one.refunds()]).toEqual([999, [{ state: 'done' }]])
  })

  it('stays open when the provider refuses, and can be refunded later', async () => {
    const one = await withdrawn()
    const dispute = world.stripe.books.dispute(one.subscriptionId)
    expect((await one.refund(999)).error?.name).toBe('refund_refused')
    expect(await one.read()).toMatchObject({ state: 'new', refundDue: { amount: 999 } })
    expect(await one.told()).not.toHaveProperty('refundedAt')
    world.stripe.books.settleDispute(dispute, 'won')
    expect((await one.refund(999)).body.data).toEqual({ state: 'done' })
    expect(one.paidBack()).toBe(999)
  })

  it('waits for a provider that is away, and a job of another instance refunds and closes it', async () => {
    const one = await withdrawn()
    fail('POST /v1/refunds')
    expect((await one.refund(999)).body.data).toEqual({ state: 'begun' })
    expect(await one.read()).toMatchObject({ state: 'new', refundDue: { amount: 999, waitsForProvider: true } })
    expect(await one.told()).not.toHaveProperty('refundedAt')
    expect((await one.refund(999)).body.data).toEqual({ state: 'begun' })
    const jobs = await world.server.context.db`
      select 1 from graphile_worker.jobs where key = ${`close-withdrawal:${one.itemId}`}`
    expect(jobs).toHaveLength(1)
    world.stripe.setFault(() => null)
    for (let times = 0; times < 2; times += 1) await closeWithdrawal(world.other.context, one)
    expect([one.paidBack(), await one.refunds()]).toEqual([999, [{ state: 'done' }]])
    expect(await one.read()).toMatchObject({ state: 'done', refundDue: null })
    expect(await one.told()).toMatchObject({ refundedAt: startSeconds })
  })

  it('goes on after a crash between the money and the closing', async () => {
    const one = await withdrawn()
    fail('GET /v1/subscriptions')
    expect((await one.refund(999)).body.data).toEqual({ state: 'begun' })
    expect([one.paidBack(), (await one.read()).state]).toEqual([999, 'new'])
    world.stripe.setFault(() => null)
    expect((await one.refund(999, bob)).body.data).toEqual({ state: 'done' })
    expect([one.paidBack(), (await one.refunds()).length]).toEqual([999, 1])
  })

  it('is refused with another sum than what is due, above the limit of the role, and without the passkey', async () => {
    const one = await withdrawn()
    expect((await one.refund(998)).error?.name).toBe('withdrawal_amount_changed')
    expect((await one.refund(0)).error?.name).toBe('withdrawal_amount_changed')
    const weary = await actAsStaff(world.server, 'support', { steppedUp: false })
    expect((await one.refund(999, weary)).error?.name).toBe('step_up_required')
    const { db } = world.server.context
    await db`update payments set amount_cents = 10001 where user_id = ${one.userId}`
    expect((await one.refund(10_001)).error?.name).toBe('refund_over_limit')
    expect([one.paidBack(), await one.refunds()]).toEqual([0, []])
    const itemId = randomUUID()
    const unknown = await ann.call('refundWithdrawal', { params: { itemId }, body: { amount: 0, reason } })
    expect(unknown.error?.name).toBe('not_found')
  })

  it('of several payments refunds all or none', async () => {
    const one = await withdrawn()
    const { db } = world.server.context
    await db`
      insert into payments (user_id, id, subscription_id, charge_id, status, product_id, amount_cents, tax_cents,
        discount_cents, refunded_cents, currency, country, failed_attempts, is_live, created_at, paid_at)
      select user_id, 'in_second', subscription_id, 'pi_second', status, product_id, 10001, 0, 0, 0, currency, country, 0,
        is_live, created_at + interval '1 day', paid_at from payments where user_id = ${one.userId}`
    expect(await one.read()).toMatchObject({ refundDue: { amount: 11_000 } })
    expect((await one.refund(11_000)).error?.name).toBe('refund_over_limit')
    await closeWithdrawal(world.other.context, one)
    expect([one.paidBack(), await one.refunds()]).toEqual([0, []])
    expect(await one.read()).toMatchObject({ state: 'new' })
  })

  it('during the trial is closed without a refund, and the learner reads that there was none', async () => {
    const one = await withdrawn('month')
    expect(await one.read()).toMatchObject({ refundDue: null })
    expect((await one.refund(0)).body.data).toEqual({ state: 'done' })
    expect(await one.told()).toMatchObject({ closedAt: startSeconds })
    expect(await one.told()).not.toHaveProperty('refundedAt')
  })

  it('whose refund comes back is due again, and the learner no longer reads that it was sent', async () => {
    const one = await withdrawn()
    await one.refund(999)
    await deliver()
    world.stripe.books.returnRefund(one.subscriptionId)
    await deliver()
    expect(await one.told()).not.toHaveProperty('refundedAt')
    expect(await one.told()).not.toHaveProperty('closedAt')
    expect(await one.read()).toMatchObject({ refundDue: { amount: 999 } })
    expect((await one.refund(999)).body.data).toEqual({ state: 'done' })
    expect(await one.told()).toMatchObject({ refundedAt: startSeconds })
  })
})
