import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import { advanceEmbeddedPayments } from '../../features/billing/embedded-payments.ts'
import { finishPlanChange } from '../../features/billing/change-plan.ts'
import { remindOfTrialEnds } from '../../features/billing/billing-jobs.ts'
import { actAsBuyer, listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { listQueuedMails } from '../../test-support/rows/mails.ts'
import { startTestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

const start = new Date('2026-05-10T12:00:00Z')
const reason = 'asked by phone, ticket 12'

let world: StripeWorld
let support: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  world = await startStripeWorld(start)
  support = await actAsStaff(world.server, 'support')
})
afterAll(() => world.close())
beforeEach(() => {
  world.stripe.setFault(() => null)
  world.setNow(start)
})

const deliver = () => world.stripe.deliver(`${world.server.url}/api/payments/webhook`)

const payer = async (productId: 'week' | 'month' = 'week') => {
  const { begin, claim, email } = await actAsBuyer(world.server)
  const begun = await begin(productId)
  const subscription = world.stripe.books.pay(begun.sessionId)
  await deliver()
  const { pinSetupToken } = (await claim(begun)).body.data
  await world.server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
  const [row] = await world.server.context.db<{ id: string }[]>`select id from users where email = ${email}`
  const userId = row?.id ?? 'nobody'
  return { userId, email, subscription, params: { userId, subscriptionId: subscription.id } }
}
type Payer = Awaited<ReturnType<typeof payer>>

const change = ({ params }: Payer, productId: string, attempt: string = randomUUID(), staff = support) =>
  staff.call('changePersonsPlan', { params, body: { attempt, productId, reason } })
const planOf = async ({ userId }: Payer) =>
  (await support.call('viewPerson', { params: { userId } })).body.data.subscriptions[0]
const told = async ({ email }: Payer) =>
  (await listMails(world.server, email)).filter((name) => name === 'plan_changed').length

describe('a change of plan', () => {
  it('takes effect with the next payment, and the learner sees and is told so', async () => {
    const person = await payer()
    expect((await change(person, 'twelve-weeks')).body.data.state).toBe('done')
    const nextPlan = { plan: 'twelve-weeks', amount: 5999, interval: 'week', intervalCount: 12 }
    expect(await planOf(person)).toMatchObject({ plan: 'week', amount: 999, nextPlan })
    const token = await world.server.signIn(person.email, '4826')
    const [shown] = (await world.server.call('userSubscription', { token })).body.data
    expect(shown?.next_price).toEqual({
      unit_amount: 5999,
      currency: 'usd',
      recurring: { interval: 'week', interval_count: 12 },
    })
    const mails = await listQueuedMails(world.server.context.db, person.email)
    expect(mails.find(({ template }) => template === 'plan_changed')?.values).toMatchObject({
      plan: '12 weeks',
      price: '$59.99',
    })
    world.setNow(new Date(start.getTime() + 7 * 86_400_000))
    world.stripe.books.advance()
    await deliver()
    expect(await planOf(person)).toMatchObject({ plan: 'twelve-weeks', amount: 5999, nextPlan: null })
    expect(await told(person)).toBe(1)
  })

  it('happens and is mailed once, pressed twice and on two servers, and its attempt is for nothing else', async () => {
    const [person, attempt] = [await payer(), randomUUID()]
    await Promise.all([change(person, 'four-weeks', attempt), change(person, 'four-weeks', attempt)])
    await finishPlanChange(world.other.context, { changeId: attempt })
    expect(await told(person)).toBe(1)
    expect((await change(person, 'month', attempt)).error?.name).toBe('attempt_reused')
    expect((await planOf(person))?.nextPlan?.plan).toBe('four-weeks')
  })

  it('waits for a provider that does not answer, also after a crash in between', async () => {
    const [person, attempt] = [await payer(), randomUUID()]
    world.stripe.setFault((call) => (call.startsWith('POST /v1/subscription_schedules') ? 'cut' : null))
    expect((await change(person, 'four-weeks', attempt)).body.data.state).toBe('begun')
    expect([await told(person), (await planOf(person))?.nextPlan]).toEqual([0, null])
    // The schedule exists, but not yet its phases.
    world.stripe.setFault((call) => (/subscription_schedules\/./.test(call) ? 503 : null))
    await expect(finishPlanChange(world.server.context, { changeId: attempt })).rejects.toBeInstanceOf(
      PaymentsUnavailable,
    )
    world.stripe.setFault(() => null)
    for (const { context } of [world.server, world.other]) await finishPlanChange(context, { changeId: attempt })
    expect([await told(person), (await planOf(person))?.nextPlan?.plan]).toEqual([1, 'four-weeks'])
  })

  it('is replaced by a later one and by a cancellation, and the current plan undoes it', async () => {
    const [person, late] = [await payer(), randomUUID()]
    world.stripe.setFault((call) => (call.startsWith('POST /v1/subscription_schedules') ? 'cut' : null))
    await change(person, 'month', late)
    world.stripe.setFault(() => null)
    await change(person, 'four-weeks')
    await finishPlanChange(world.server.context, { changeId: late })
    expect((await planOf(person))?.nextPlan?.plan).toBe('four-weeks')
    await change(person, 'week')
    expect((await planOf(person))?.nextPlan).toBeNull()
    await change(person, 'month')
    await support.call('cancelPersonsPlan', { params: person.params, body: { when: 'period_end', reason } })
    expect(await planOf(person)).toMatchObject({ cancelAtPeriodEnd: true, nextPlan: null })
    expect((await change(person, 'month')).error?.name).toBe('plan_not_changeable')
  })

  it('keeps a trial, whose reminder then names the new price', async () => {
    const person = await payer('month')
    await change(person, 'four-weeks')
    expect(await planOf(person)).toMatchObject({ status: 'trialing', plan: 'month' })
    world.setNow(new Date(start.getTime() + 5.5 * 86_400_000))
    await remindOfTrialEnds(world.server.context)
    const mails = await listQueuedMails(world.server.context.db, person.email)
    expect(mails.find(({ template }) => template === 'trial_ending')?.values).toMatchObject({
      plan: '4 weeks',
      price: '$24.99',
    })
  })

  it('keeps a lasting discount', async () => {
    const person = await payer()
    const coupon = { id: 'half', duration: 'forever', percent_off: 50, amount_off: null } as const
    person.subscription.discounts.push({ id: 'di_1', source: { type: 'coupon', coupon } })
    await change(person, 'four-weeks')
    world.setNow(new Date(start.getTime() + 7 * 86_400_000))
    world.stripe.books.advance()
    expect(world.stripe.books.subscriptions.get(person.subscription.id)?.discounts).toHaveLength(1)
  })

  it('is refused while a payment is open or disputed, for an ended or unknown plan, and for no plan on sale', async () => {
    const [disputed, unpaid, ended, other] = [await payer(), await payer(), await payer(), await payer()]
    world.stripe.books.dispute(disputed.subscription.id)
    world.stripe.books.badCards.add(unpaid.subscription.id)
    world.stripe.books.end(ended.subscription)
    await deliver()
    expect((await change(disputed, 'month')).error?.name).toBe('plan_not_changeable')
    expect((await change(ended, 'month')).error?.name).toBe('subscription_ended')
    expect((await change(other, 'lifetime')).error?.name).toBe('plan_not_found')
    const wrong = { ...other, params: { ...other.params, subscriptionId: ended.subscription.id } }
    expect((await change(wrong, 'month')).error?.name).toBe('subscription_not_found')
    world.setNow(new Date(start.getTime() + 7 * 86_400_000))
    world.stripe.books.advance()
    await deliver()
    expect((await change(unpaid, 'month')).error?.name).toBe('plan_not_changeable')
    for (const person of [disputed, unpaid, ended, other]) expect(await told(person)).toBe(0)
  })

  it('needs the passkey and the permission', async () => {
    const person = await payer()
    const early = await actAsStaff(world.server, 'support', { steppedUp: false })
    expect((await change(person, 'month', randomUUID(), early)).error?.name).toBe('step_up_required')
    const content = await actAsStaff(world.server, 'content')
    expect((await change(person, 'month', randomUUID(), content)).error?.name).toBe('not_permitted')
    expect((await support.call('listPlansToChange')).body.data.map(({ plan }) => plan)).toContain('twelve-weeks')
  })
})

it('works with the embedded provider, over a renewal', async () => {
  const server = await startTestServer({ now: start, catalog: onboardingCatalog() })
  const staff = await actAsStaff(server, 'finance')
  const { begin, email } = await actAsBuyer(server)
  await payAt(server, (await begin('week')).sessionId)
  await advanceEmbeddedPayments(server.context)
  const [row] = await server.context.db<{ userId: string; subscriptionId: string }[]>`
    select u.id as "userId", s.id as "subscriptionId" from users u join subscriptions s on s.user_id = u.id
    where u.email = ${email}`
  const params = row ?? { userId: 'nobody', subscriptionId: 'none' }
  const body = { attempt: randomUUID(), productId: 'twelve-weeks', reason }
  expect((await staff.call('changePersonsPlan', { params, body })).body.data.state).toBe('done')
  server.setNow(new Date(start.getTime() + 7 * 86_400_000))
  await advanceEmbeddedPayments(server.context)
  const [plan] = (await staff.call('viewPerson', { params })).body.data.subscriptions
  expect(plan).toMatchObject({ plan: 'twelve-weeks', amount: 5999, nextPlan: null, status: 'active' })
  await server.close()
})
