import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '../../features/billing/billing-jobs.ts'
import { finishRefund } from '../../features/billing/refund-payment.ts'
import { actAsBuyer, listMails } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { warnStaffOfDisputes } from '../money/routes.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'

const start = new Date('2026-05-10T12:00:00Z')
const reason = 'asked by phone, ticket 12'

let world: StripeWorld
let finance: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  world = await startStripeWorld(start)
  finance = await actAsStaff(world.server, 'finance')
})
afterAll(() => world.close())
beforeEach(() => world.stripe.setFault(() => null))

const deliver = () => world.stripe.deliver(`${world.server.url}/api/payments/webhook`)

/** A person who has paid 9.99 for a week, or 59.99 for twelve. */
const payer = async (productId: 'week' | 'twelve-weeks' = 'week') => {
  const { begin, email } = await actAsBuyer(world.server)
  const { sessionId } = await begin(productId)
  const subscription = world.stripe.books.pay(sessionId)
  await deliver()
  const [row] = await world.server.context.db<{ id: string; paymentId: string }[]>`
    select u.id, p.id as "paymentId" from users u join payments p on p.user_id = u.id where u.email = ${email}`
  if (!row) throw new Error('the payment was not stored')
  const paidBack = () => world.stripe.books.payments.get(row.paymentId)?.refunded
  return { userId: row.id, paymentId: row.paymentId, email, subscription, paidBack }
}
type Payer = Awaited<ReturnType<typeof payer>>
type Wish = { attempt: string; amount: number; access: 'keep' | 'period_end' | 'now' }

const refund = ({ userId, paymentId }: Payer, wish: Partial<Wish> = {}, staff = finance) =>
  staff.call('refundPayment', {
    params: { userId, paymentId },
    body: { attempt: randomUUID(), amount: 999, access: 'keep', reason, ...wish },
  })
const moneyOf = async ({ userId }: Payer) =>
  (await finance.call('listPersonsPayments', { params: { userId } })).body.data
const viewOf = async ({ userId }: Payer) => (await finance.call('viewPerson', { params: { userId } })).body.data

describe('a refund', () => {
  it('pays back a part, shows it, mails the learner once and keeps access', async () => {
    const person = await payer()
    expect((await refund(person, { amount: 400 })).body.data.state).toBe('done')
    expect(await moneyOf(person)).toMatchObject({
      payments: [{ amount: 999, refunded: 400, left: 599, plan: 'week', status: 'paid' }],
      refunds: [{ amount: 400, state: 'done', access: 'keep', staffName: 'A finance' }],
    })
    await deliver()
    expect((await listMails(world.server, person.email)).filter((name) => name === 'refunded')).toHaveLength(1)
    expect((await viewOf(person)).hasAccess).toBe(true)
  })

  it('that comes back can be made again, and staff are told once', async () => {
    const person = await payer()
    await refund(person, { amount: 400 })
    await deliver()
    world.stripe.books.returnRefund(person.subscription.id)
    await deliver()
    expect(await moneyOf(person)).toMatchObject({
      payments: [{ amount: 999, refunded: 0, left: 999 }],
      refunds: [{ amount: 400, state: 'refused' }],
    })
    for (const context of [world.server.context, world.other.context]) await warnStaffOfDisputes(context)
    const mails = await world.server.context.db`
      select template_values as values from outgoing_mails
      where template = 'staff_refund_returned' and to_address = ${`${finance.id}@staff.example`}`
    expect(mails).toEqual([{ values: { amount: '$4.00', path: `/desk/people/${person.userId}` } }])
    expect((await refund(person, { amount: 999 })).body.data.state).toBe('done')
  })

  it('pays once for an attempt, however often it is sent', async () => {
    const person = await payer()
    const attempt = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => refund(person, { attempt, amount: 300 })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await refund(person, { attempt, amount: 300 })).body.data.state).toBe('done')
    expect(person.paidBack()).toBe(300)
    expect((await refund(person, { attempt, amount: 301 })).error?.name).toBe('attempt_reused')
  })

  it('never pays more than is left, also when two are asked for at once', async () => {
    const person = await payer()
    const both = await Promise.all([refund(person, { amount: 600 }), refund(person, { amount: 600 })])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const third = await refund(person, { amount: 400 })
    expect(third.error?.name).toBe('refund_too_large')
    expect(JSON.stringify(third.error)).toContain('must be at most $3.99')
    expect(person.paidBack()).toBe(600)
  })

  it('ends access with the period, or at once', async () => {
    const [later, now] = [await payer(), await payer()]
    await refund(later, { access: 'period_end' })
    await refund(now, { access: 'now' })
    expect(await viewOf(later)).toMatchObject({ hasAccess: true, subscriptions: [{ cancelAtPeriodEnd: true }] })
    expect(await viewOf(now)).toMatchObject({ hasAccess: false, subscriptions: [{ status: 'canceled' }] })
  })

  it('waits for a provider that is away, and settles access when it is finished', async () => {
    const person = await payer()
    const attempt = randomUUID()
    world.stripe.setFault((call) => (call === 'POST /v1/refunds' ? 500 : null))
    expect((await refund(person, { attempt, access: 'now' })).body.data.state).toBe('begun')
    expect((await moneyOf(person)).payments).toMatchObject([{ left: 0, refunded: 0 }])
    expect((await refund(person, { amount: 1 })).error?.name).toBe('refund_too_large')
    expect((await viewOf(person)).hasAccess).toBe(true)
    const jobs = await world.server.context
      .db`select 1 from graphile_worker.jobs where task_identifier = 'finish-refund' and key = ${`finish-refund:${attempt}`}`
    expect(jobs).toHaveLength(1)
    world.stripe.setFault(() => null)
    for (let times = 0; times < 2; times += 1) await finishRefund(world.other.context, { refundId: attempt })
    expect(person.paidBack()).toBe(999)
    expect(await viewOf(person)).toMatchObject({ hasAccess: false })
    expect((await moneyOf(person)).refunds).toMatchObject([{ state: 'done' }])
  })

  it('goes on after a death between the money and the access', async () => {
    const person = await payer()
    const attempt = randomUUID()
    world.stripe.setFault((call) => (call.startsWith('DELETE /v1/subscriptions') ? 500 : null))
    expect((await refund(person, { attempt, access: 'now' })).body.data.state).toBe('refunded')
    world.stripe.setFault(() => null)
    await finishRefund(world.other.context, { refundId: attempt })
    expect(person.paidBack()).toBe(999)
    expect((await viewOf(person)).hasAccess).toBe(false)
  })

  it('made at the provider shows and is mailed alike', async () => {
    const person = await payer()
    const chargeId = world.stripe.books.payments.get(person.paymentId)?.paymentIntent ?? ''
    const { payments } = world.server.context
    await payments.refundAmount({
      subscriptionId: person.subscription.id,
      chargeId,
      amount: 999,
      idempotencyKey: randomUUID(),
    })
    const waiting = await refund(person, { amount: 999 })
    expect(waiting.error?.name).toBe('refund_refused')
    await deliver()
    expect((await moneyOf(person)).payments).toMatchObject([{ refunded: 999, left: 0 }])
    expect(await listMails(world.server, person.email)).toContain('refunded')
    expect((await refund(person, { amount: 1 })).error?.name).toBe('refund_too_large')
  })

  it('is in the audit log with its sum, also when it was refused or waits for the provider', async () => {
    const [person, owner] = [await payer(), await actAsStaff(world.server, 'owner')]
    const row = async () =>
      (await owner.call('listAudit', { query: `userId=${person.userId}&action=refundPayment` })).body.data.rows[0]
    const about = { objectKind: 'payment', object: person.paymentId, currency: 'usd' }
    await refund(person, { amount: 1_000 })
    expect(await row()).toMatchObject({ ...about, amount: 1_000, becomes: 'keep', outcome: 'refund_too_large' })
    world.stripe.setFault((call) => (call === 'POST /v1/refunds' ? 500 : null))
    await refund(person, { amount: 400 })
    expect(await row()).toMatchObject({ ...about, amount: 400, outcome: 'waiting' })
    world.stripe.setFault(() => null)
    await refund(person, { amount: 599, access: 'now' })
    expect(await row()).toMatchObject({ ...about, amount: 599, becomes: 'now', outcome: 'succeeded' })
  })

  it('is only of a payment of that person, and needs the passkey', async () => {
    const [person, stranger] = [await payer(), await payer()]
    expect((await refund({ ...person, userId: stranger.userId })).status).toBe(404)
    const weary = await actAsStaff(world.server, 'finance', { steppedUp: false })
    expect((await refund(person, {}, weary)).error?.name).toBe('step_up_required')
    const author = await actAsStaff(world.server, 'content')
    expect((await refund(person, {}, author)).error?.name).toBe('not_permitted')
    expect((await refund(person, { amount: 0 })).status).toBe(400)
    expect(person.paidBack()).toBe(0)
  })
})

describe('the limit of a role', () => {
  it('holds for a day, also for refunds at the same moment, and says what is left', async () => {
    const support = await actAsStaff(world.server, 'support')
    const people: Payer[] = []
    while (people.length < 7) people.push(await payer('twelve-weeks'))
    const answers = await Promise.all(people.map((person) => refund(person, { amount: 5_000 }, support)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused?.error?.name).toBe('refund_over_limit')
    expect(JSON.stringify(refused?.error)).toContain('$100.00 at once and $300.00 in a day, of which $0.00 is left')
    // Amounts of two currencies can't be added.
    const yen = await payer('twelve-weeks')
    await world.server.database.db`update payments set currency = 'jpy' where id = ${yen.paymentId}`
    expect((await refund(yen, { amount: 5_000 }, support)).status).toBe(200)
    const owner = await actAsStaff(world.server, 'owner')
    const last = people.find(({ paidBack }) => paidBack() === 0)
    expect(last && (await refund(last, { amount: 5_000 }, owner)).status).toBe(200)
    await world.server.database.db`update refunds set created_at = created_at - interval '1 day'`
    expect((await refund(await payer(), { amount: 999 }, support)).status).toBe(200)
  })
})

const disputesOf = async (person: Payer) => (await moneyOf(person)).disputes
const decide = ({ userId }: Payer, disputeId: string, access: Wish['access']) =>
  finance.call('decideDisputeAccess', { params: { userId, disputeId }, body: { access, reason } })
const monthOf = async () => {
  const { rows } = (await finance.call('moneyRevenue')).body.data
  return rows.find(({ month, plan }) => month === '2026-05' && plan === 'twelve-weeks')
}

describe('a dispute', () => {
  it('shows on the person and in the money section, mails staff once, and takes revenue when it is lost', async () => {
    const person = await payer('twelve-weeks')
    const before = await monthOf()
    const made = world.stripe.books.dispute(person.subscription.id)
    await deliver()
    const due = start.getTime() + 7 * 86_400_000
    expect(await disputesOf(person)).toMatchObject([
      { id: made.id, status: 'open', amount: 5999, dueAt: due, access: null },
    ])
    const listed = (await finance.call('moneyDisputes')).body.data
    expect(listed.rows).toMatchObject([{ userId: person.userId, dueAt: due, reason: 'fraudulent' }])
    const mails = () =>
      world.server.context.db`
        select template_values ->> 'due' as due from outgoing_mails
        where template = 'staff_dispute' and to_address = ${`${finance.id}@staff.example`}`
    for (const context of [world.server.context, world.other.context]) await warnStaffOfDisputes(context)
    expect(await mails()).toEqual([{ due: '2026-05-17 12:00 UTC' }])
    world.setNow(new Date(due - 36 * 3_600_000))
    for (let times = 0; times < 2; times += 1) await warnStaffOfDisputes(world.server.context)
    expect(await mails()).toHaveLength(2)
    world.setNow(start)
    world.stripe.books.settleDispute(made, 'under_review')
    world.stripe.books.settleDispute(made, 'lost')
    await deliver()
    expect(await disputesOf(person)).toMatchObject([{ status: 'lost' }])
    expect((await finance.call('moneyDisputes')).body.data.rows).toEqual([])
    const after = await monthOf()
    expect([after?.disputes, after?.disputed]).toEqual([1, 5999])
    expect((after?.net ?? 0) - (before?.net ?? 0)).toBe(-5999)
  })

  it('whose event was lost is read by the nightly comparison', async () => {
    const person = await payer()
    const made = world.stripe.books.dispute(person.subscription.id)
    await deliver()
    made.status = 'won'
    await reconcilePayments(world.other.context)
    expect(await disputesOf(person)).toMatchObject([{ status: 'won' }])
  })

  it('that no event told of is found by the nightly comparison, and staff are told', async () => {
    const [person, quiet] = [await payer(), await payer()]
    await reconcilePayments(world.server.context)
    const made = world.stripe.books.dispute(person.subscription.id)
    world.stripe.books.events.pop()
    await deliver()
    expect(await disputesOf(person)).toEqual([])
    world.stripe.setFault((call) => (call === 'GET /v1/disputes' ? 500 : null))
    await expect(reconcilePayments(world.server.context)).rejects.toThrow('could not be compared')
    world.stripe.setFault(() => null)
    // Days later, because the provider was away.
    world.setNow(new Date(start.getTime() + 6 * 86_400_000))
    await reconcilePayments(world.other.context)
    expect(await disputesOf(person)).toMatchObject([{ id: made.id, status: 'open', amount: 999 }])
    expect(await disputesOf(quiet)).toEqual([])
    await warnStaffOfDisputes(world.server.context)
    expect(
      await world.server.context.db`select 1 from disputes where id = ${made.id} and told_at is not null`,
    ).toHaveLength(1)
    world.stripe.calls.length = 0
    made.status = 'lost'
    await reconcilePayments(world.server.context)
    expect(await disputesOf(person)).toMatchObject([{ status: 'lost' }])
    const before = world.stripe.calls.length
    await reconcilePayments(world.server.context)
    world.setNow(start)
    // One list of new disputes; the settled one and the quiet payment are not read again.
    const calls = world.stripe.calls.slice(before)
    expect(calls.filter((call) => call === 'GET /v1/disputes')).toHaveLength(1)
    expect(calls.filter((call) => /invoices|charges/.test(call))).toEqual([])
  })

  it('ends access only when staff say so', async () => {
    const person = await payer()
    const { id } = world.stripe.books.dispute(person.subscription.id)
    await deliver()
    expect((await viewOf(person)).hasAccess).toBe(true)
    expect((await decide(await payer(), id, 'now')).status).toBe(404)
    for (let times = 0; times < 2; times += 1) expect((await decide(person, id, 'now')).status).toBe(200)
    expect((await viewOf(person)).hasAccess).toBe(false)
    expect(await disputesOf(person)).toMatchObject([{ access: 'now' }])
  })
})
