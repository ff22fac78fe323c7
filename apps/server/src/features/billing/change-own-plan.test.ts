import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsBuyer, listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { finishPlanChange } from './change-plan.ts'
import { advanceEmbeddedPayments } from './embedded-payments.ts'

const start = new Date('2026-05-10T12:00:00Z')
const startSeconds = start.getTime() / 1000
const day = 86_400

let world: StripeWorld
/** The embedded provider, with a database of its own. */
let embedded: TestServer
beforeAll(async () => {
  world = await startStripeWorld(start)
  embedded = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(async () => {
  await embedded.close()
  await world.close()
})
beforeEach(() => {
  world.stripe.setFault(() => null)
  world.setNow(start)
  embedded.setNow(start)
})

const providers = [
  {
    name: 'Stripe',
    server: () => world.server,
    pay: async (sessionId: string) => void world.stripe.books.pay(sessionId),
    moveTo: async (seconds: number) => {
      world.setNow(new Date(seconds * 1000))
      world.stripe.books.advance()
      await world.stripe.deliver(`${world.server.url}/api/payments/webhook`)
    },
  },
  {
    name: 'the embedded provider',
    server: () => embedded,
    pay: async (sessionId: string) => void (await payAt(embedded, sessionId)),
    moveTo: async (seconds: number) => {
      embedded.setNow(new Date(seconds * 1000))
      await advanceEmbeddedPayments(embedded.context)
    },
  },
]

const subscribe = async ({ server: which, pay }: (typeof providers)[number], productId: string) => {
  const server = which()
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin(productId)
  await pay(begun.sessionId)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  let token = await server.signIn(buyer.email, '4826')
  const own = async () => (await server.call('userSubscription', { token })).body.data[0]
  const params = { id: (await own())?.id ?? '' }
  const plans = async () => (await server.call('listPlanChanges', { token, params })).body.data
  return {
    email: buyer.email,
    params,
    own,
    plans,
    token: () => token,
    signIn: async () => (token = await server.signIn(buyer.email, '4826')),
    standing: async () =>
      (await plans()).plans.map(({ plan, isCurrent, isNext, formattedDue }) => [
        plan.productId,
        `${isCurrent ? 'now ' : ''}${isNext ? 'next ' : ''}${formattedDue}`,
      ]),
    change: (wanted: string, attempt: string = randomUUID()) =>
      server.call('changePlan', { token, params, body: { attempt, productId: wanted } }),
    cancel: () => server.call('cancelSubscription', { token, params }),
    resume: () => server.call('resumeSubscription', { token, params }),
    told: async () => (await listMails(server, buyer.email)).filter((name) => name === 'plan_changed').length,
  }
}

const twelveWeeks = { unit_amount: 5999, currency: 'usd', recurring: { interval: 'week', interval_count: 12 } }
const oneWeek = { unit_amount: 999, currency: 'usd', recurring: { interval: 'week', interval_count: 1 } }

describe.each(providers)('with $name, a learner', (provider) => {
  it('goes up from a week to twelve without canceling, and pays nothing before', async () => {
    const learner = await subscribe(provider, 'week')
    expect(await learner.plans()).toMatchObject({ from: startSeconds + 7 * day, isTrial: false })
    expect(await learner.standing()).toEqual([
      ['week', 'now next $9.99'],
      ['four-weeks', '$24.99'],
      ['month', '$29.99'],
      ['twelve-weeks', '$59.99'],
    ])
    const { body } = await learner.change('twelve-weeks')
    expect(body.data).toMatchObject({ state: 'done', subscription: { next_price: twelveWeeks } })
    expect((await learner.own())?.items.data[0]?.price).toEqual(oneWeek)
    expect((await learner.standing()).slice(0, 1)).toEqual([['week', 'now $9.99']])
    expect(await learner.told()).toBe(1)
    await provider.moveTo(startSeconds + 7 * day + 60)
    await learner.signIn()
    expect((await learner.own())?.items.data[0]).toMatchObject({
      current_period_end: startSeconds + 91 * day,
      price: twelveWeeks,
    })
  })

  it('goes down in a trial, which stays as it is, and back again', async () => {
    const learner = await subscribe(provider, 'month')
    expect(await learner.plans()).toMatchObject({ isTrial: true, from: startSeconds + 7 * day })
    await learner.change('week')
    expect(await learner.own()).toMatchObject({ status: 'trialing', next_price: oneWeek })
    expect((await learner.change('month')).body.data.subscription).not.toHaveProperty('next_price')
    expect(await learner.standing()).toContainEqual(['month', 'now next $29.99'])
    await learner.change('week')
    await provider.moveTo(startSeconds + 7 * day + 60)
    await learner.signIn()
    expect((await learner.own())?.items.data[0]?.price).toEqual(oneWeek)
  })

  it('changes once for an attempt, is followed by a cancellation, and has to keep the plan before the next change', async () => {
    const learner = await subscribe(provider, 'week')
    const attempt = randomUUID()
    const answers = await Promise.all([learner.change('month', attempt), learner.change('month', attempt)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await learner.change('week', attempt)).error?.name).toBe('attempt_reused')
    expect(await learner.told()).toBe(1)
    await learner.cancel()
    const server = provider.server()
    const asked = await server.call('listPlanChanges', { token: learner.token(), params: learner.params })
    expect(asked.error?.name).toBe('plan_not_changeable')
    expect((await learner.change('month')).error?.name).toBe('plan_not_changeable')
    await learner.resume()
    expect((await learner.change('month')).status).toBe(200)
  })

  it('is refused an unknown plan, somebody else’s subscription, and everything without a session', async () => {
    const [learner, other] = [await subscribe(provider, 'week'), await subscribe(provider, 'week')]
    expect((await learner.change('gold')).error?.name).toBe('plan_not_found')
    const server = provider.server()
    const foreign = { token: other.token(), params: learner.params }
    const body = { attempt: randomUUID(), productId: 'month' }
    expect((await server.call('changePlan', { ...foreign, body })).error?.name).toBe('subscription_not_found')
    expect((await server.call('listPlanChanges', foreign)).error?.name).toBe('subscription_not_found')
    expect((await server.call('changePlan', { params: learner.params, body })).status).toBe(401)
    expect((await server.call('listPlanChanges', { params: learner.params })).status).toBe(401)
  })
})

const fail = (part: string) => world.stripe.setFault((call) => (call.startsWith(part) ? 503 : null))

describe('a plan', () => {
  const [stripe] = providers

  it('is changed later by a job when the provider is away, but never over a newer wish', async () => {
    if (!stripe) throw new Error('no provider')
    const learner = await subscribe(stripe, 'week')
    const [late, attempt] = [randomUUID(), randomUUID()]
    fail('POST /v1/subscription_schedules')
    expect((await learner.change('month', late)).body.data).toMatchObject({ state: 'begun' })
    expect(await learner.told()).toBe(0)
    world.stripe.setFault(() => null)
    await learner.change('twelve-weeks', attempt)
    for (const { context } of [world.server, world.other]) await finishPlanChange(context, { changeId: late })
    expect((await learner.own())?.next_price).toEqual(twelveWeeks)
    expect(await learner.told()).toBe(1)
  })

  it('that staff and the learner change is what was wished last', async () => {
    if (!stripe) throw new Error('no provider')
    const learner = await subscribe(stripe, 'week')
    const support = await actAsStaff(world.server, 'support')
    const [row] = await world.server.context.db<{ id: string }[]>`select id from users where email = ${learner.email}`
    const params = { userId: row?.id ?? '', subscriptionId: learner.params.id }
    await learner.change('month')
    const body = { attempt: randomUUID(), productId: 'twelve-weeks', reason: 'asked by phone' }
    expect((await support.call('changePersonsPlan', { params, body })).status).toBe(200)
    expect((await learner.own())?.next_price).toEqual(twelveWeeks)
    await learner.change('week')
    expect(await learner.own()).not.toHaveProperty('next_price')
  })
})
