import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, makeSubscription } from '../../test-support/factories.ts'
import { setBoughtAt } from '../../test-support/rows/billing.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { saveSubscription } from './subscriptions.sql.ts'

const now = new Date('2026-05-10T12:00:00Z')
const nowSeconds = now.getTime() / 1000
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now })
})
afterAll(() => server.close())

describe('user-subscription', () => {
  it('needs a session', async () => {
    expect((await server.call('userSubscription')).status).toBe(401)
  })

  it("returns the learner's own subscriptions in the provider's shape, newest first", async () => {
    const learner = await createUser(server.context, { subscription: { id: 'sub_older0001', status: 'canceled' } })
    await setBoughtAt(server.context.db, learner.id, new Date(Date.now() - 86_400_000))
    const newer = makeSubscription(server.context, { id: 'sub_newer0001', cancelAtPeriodEnd: true })
    await saveSubscription(server.context.db, learner.id, newer)
    const token = await server.signIn(learner.email, learner.pin)
    const { body } = await server.call('userSubscription', { token, query: `email=${learner.email.toUpperCase()}` })
    expect(body.data.map(({ id }) => id)).toEqual(['sub_newer0001', 'sub_older0001'])
    expect(body.data[0]).toEqual({
      id: 'sub_newer0001',
      status: 'active',
      cancel_at_period_end: true,
      current_period_end: newer.currentPeriodEnd,
      default_payment_method: null,
      items: {
        data: [
          {
            current_period_end: newer.currentPeriodEnd,
            price: { unit_amount: 2999, currency: 'usd', recurring: { interval: 'month', interval_count: 1 } },
          },
        ],
      },
    })
  })

  it('is empty for another address, a repeated address and a learner without subscriptions', async () => {
    const learner = await createUser(server.context)
    const victim = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    for (const query of [
      `email=${victim.email}`,
      `email=${learner.email}&email=${victim.email}`,
      'email=',
      'email=%25',
    ]) {
      const reply = await server.call('userSubscription', { token, query })
      expect([query, reply.status, reply.body]).toEqual([query, 200, { data: [] }])
    }
    const without = await createUser(server.context, { subscription: null })
    const other = await server.signIn(without.email, without.pin)
    expect((await server.call('userSubscription', { token: other })).body).toEqual({ data: [] })
  })
})

describe('access', () => {
  it.each([
    ['active until tomorrow', { currentPeriodEnd: nowSeconds + 86_400 }, true],
    ['trialing', { status: 'trialing' }, true],
    ['over for half an hour, so that a renewal may be in progress', { currentPeriodEnd: nowSeconds - 1_800 }, true],
    ['over for an hour', { currentPeriodEnd: nowSeconds - 3_600 }, false],
    ['past due for two days', { status: 'past_due', pastDueSince: nowSeconds - 2 * 86_400 }, true],
    ['past due for three days', { status: 'past_due', pastDueSince: nowSeconds - 3 * 86_400 }, false],
    ['canceled', { status: 'canceled' }, false],
  ])('of a subscription that is %s: %o gives %s', async (_name, subscription, granted) => {
    const { id, email, pin } = await createUser(server.context, { subscription })
    const token = await server.signIn(email, pin)
    const params = { userId: id, lessonId: 'ai-zero.l01', courseId: 'ai-zero' }
    expect((await server.call('startLesson', { token, params })).status).toBe(granted ? 200 : 403)
  })

  it('is denied without a subscription, and calls that need one say so', async () => {
    const { email, pin, id } = await createUser(server.context, { subscription: null })
    const token = await server.signIn(email, pin)
    const params = { userId: id, lessonId: 'ai-zero.l01', courseId: 'ai-zero' }
    const reply = await server.call('startLesson', { token, params })
    expect(reply.error).toMatchObject({ status: 403, name: 'subscription_required' })
  })
})
