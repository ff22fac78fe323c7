import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, goodCard, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { endAtOnce } from './change-subscription.ts'
import { advanceEmbeddedPayments } from './embedded-payments.ts'

const start = new Date('2026-05-10T12:00:00Z')
let world: StripeWorld
/** An instance on the same database that takes payments at the embedded provider. */
let embedded: TestServer

beforeAll(async () => {
  world = await startStripeWorld(start)
  embedded = await startTestServer({ now: start, catalog: onboardingCatalog(), database: world.server.database })
})
afterAll(async () => {
  await embedded.close()
  await world.close()
})

const callsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = world.stripe.calls.length
  await work()
  return world.stripe.calls.slice(before)
}

/** A learner who has paid at Stripe, signed in at the other instance. */
const subscribe = async () => {
  const buyer = await actAsBuyer(world.server)
  const begun = await buyer.begin('week')
  const { id } = world.stripe.books.pay(begun.sessionId)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await embedded.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  const token = await embedded.signIn(buyer.email, '4826')
  return { email: buyer.email, token, params: { id } }
}

describe('subscription at Stripe, while another provider is configured', () => {
  it('is shown as stored, and its card cannot be changed', async () => {
    const { token, params } = await subscribe()
    const shown = await embedded.call('refreshSubscription', { token, params })
    expect(shown.body.data).toMatchObject({ id: params.id, status: 'active' })
    expect((await embedded.call('changePaymentMethod', { token, params })).error?.name).toBe('card_not_changeable')
  })

  it('cannot be canceled or ended, because Stripe would keep charging', async () => {
    const { email, token, params } = await subscribe()
    expect((await embedded.call('cancelSubscription', { token, params })).error).toMatchObject({ status: 503 })
    const userId = await findUserId(embedded.context.db, email)
    await expect(endAtOnce(embedded.context, { userId, subscriptionId: params.id })).rejects.toThrow('not configured')
    expect(await listStored(embedded, email)).toMatchObject([{ status: 'active' }])
    expect((await embedded.call('userSubscription', { token })).body.data).toMatchObject([
      { cancel_at_period_end: false },
    ])
  })
})

describe('subscription without a provider', () => {
  it('never reaches Stripe', async () => {
    const id = 'sub_known2nobody'
    const { token } = await actAsLearner(world.server, { subscription: { id } })
    const call = async (name: 'cancelSubscription' | 'refreshSubscription' | 'changePaymentMethod') =>
      (await world.server.call(name, { token, params: { id } })).status
    const calls = await callsDuring(async () => {
      expect(await call('cancelSubscription')).toBe(200)
      expect(await call('refreshSubscription')).toBe(200)
      expect(await call('changePaymentMethod')).toBe(409)
    })
    expect(calls).toEqual([])
  })

  it('ends at once when asked to, and an ended one keeps its end', async () => {
    const { context } = world.server
    const subscriptionId = 'sub_ends0at0once'
    const { id: userId, email } = await createUser(context, { subscription: { id: subscriptionId } })
    const place = { userId, subscriptionId }
    await endAtOnce(context, place)
    const ended = await listStored(world.server, email)
    expect(ended).toMatchObject([{ status: 'canceled', end: start.getTime() / 1000 }])
    world.setNow(new Date(start.getTime() - 3_600_000))
    await endAtOnce(context, place)
    world.setNow(start)
    expect(await listStored(world.server, email)).toEqual(ended)
  })
})

it('has no pages of the embedded provider while another one is configured', async () => {
  const { server } = world
  const { sessionId } = await (await actAsBuyer(embedded)).begin('week')
  const params = { sessionId }
  expect((await embedded.call('getEmbeddedCheckout', { params })).status).toBe(200)
  const page = { params: { pageId: 'bps_none0000' } }
  for (const { error } of [
    await server.call('getEmbeddedCheckout', { params }),
    await payAt(server, sessionId),
    await server.call('getEmbeddedCardPage', page),
    await server.call('changeEmbeddedCard', { ...page, body: goodCard }),
  ])
    expect(error).toMatchObject({ status: 404, name: 'checkout_not_found' })
  await expect(advanceEmbeddedPayments(server.context)).resolves.toBeUndefined()
})

it('has no page for a plan that is no longer sold', async () => {
  const { plans } = embedded.context.config
  const { sessionId } = await (await actAsBuyer(embedded)).begin('week')
  const later = await startTestServer({
    now: start,
    catalog: onboardingCatalog(),
    database: world.server.database,
    config: { plans: plans.filter(({ productId }) => productId !== 'week') },
  })
  const { error } = await later.call('getEmbeddedCheckout', { params: { sessionId } })
  await later.close()
  expect(error).toMatchObject({ status: 404, name: 'checkout_not_found' })
})
