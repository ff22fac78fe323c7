import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsBuyer } from '../../test-support/act-as-buyer.ts'
import { listChanges } from '../../test-support/rows/billing.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { syncSubscription } from './sync-with-provider.ts'

const start = new Date('2026-05-10T12:00:00Z')
let world: StripeWorld

beforeAll(async () => {
  world = await startStripeWorld(start)
})
afterAll(() => world.close())
beforeEach(() => {
  world.setNow(start)
  world.stripe.setFault(() => null)
})

/** A learner with a subscription at Stripe. */
const subscribe = async () => {
  const { server, stripe } = world
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin()
  const subscription = stripe.books.pay(begun.sessionId)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  const token = await server.signIn(buyer.email, '4826')
  const input = { token, params: { id: subscription.id } }
  return {
    token,
    subscription,
    cancel: (on = server) => on.call('cancelSubscription', input),
    resume: () => server.call('resumeSubscription', input),
    refresh: () => server.call('refreshSubscription', input),
    changeCard: () => server.call('changePaymentMethod', input),
    card: async () => {
      const [stored] = (await server.call('userSubscription', { token })).body.data
      return stored?.default_payment_method?.card
    },
    keys: () => listChanges(server.context.db, subscription.id),
  }
}

describe('with Stripe', () => {
  it("cancels and resumes at Stripe, and stores Stripe's answer", async () => {
    const learner = await subscribe()
    expect((await learner.cancel()).body.data).toMatchObject({ cancel_at_period_end: true })
    expect(learner.subscription.cancel_at_period_end).toBe(true)
    expect((await learner.resume()).body.data).toMatchObject({ cancel_at_period_end: false })
    expect(learner.subscription.cancel_at_period_end).toBe(false)
    expect(await learner.keys()).toMatchObject([{ isOpen: false }, { isOpen: false }])
  })

  it('returns 503 when Stripe does not answer, and retries with the same key', async () => {
    const learner = await subscribe()
    world.stripe.setFault((call) => (call.startsWith('POST /v1/subscriptions/') ? 'cut' : null))
    expect((await learner.cancel()).error).toMatchObject({ status: 503, name: 'unavailable' })
    expect(await learner.keys()).toMatchObject([{ wish: 'cancel', isOpen: true }])
    world.stripe.setFault(() => null)
    expect((await learner.cancel(world.other)).body.data).toMatchObject({ cancel_at_period_end: true })
    expect(await learner.keys()).toMatchObject([{ wish: 'cancel', isOpen: false }])
  })

  it('uses a new key after a rejection, because Stripe would repeat it', async () => {
    const learner = await subscribe()
    world.stripe.setFault((call) => (call.startsWith('POST /v1/subscriptions/') ? 500 : null))
    expect((await learner.cancel()).status).toBe(503)
    world.stripe.setFault(() => null)
    expect((await learner.cancel()).body.data).toMatchObject({ cancel_at_period_end: true })
    expect(await learner.keys()).toHaveLength(2)
  })

  it('uses a new key when the learner has requested something else in between', async () => {
    const learner = await subscribe()
    world.stripe.setFault((call) => (call.startsWith('POST /v1/subscriptions/') ? 'cut' : null))
    await learner.cancel()
    await learner.resume()
    world.stripe.setFault(() => null)
    expect((await learner.cancel()).body.data).toMatchObject({ cancel_at_period_end: true })
    expect((await learner.keys()).map(({ wish }) => wish)).toEqual(['cancel', 'resume', 'cancel'])
  })

  it('uses a new key a day later', async () => {
    const learner = await subscribe()
    world.stripe.setFault((call) => (call.startsWith('POST /v1/subscriptions/') ? 'cut' : null))
    await learner.cancel()
    world.stripe.setFault(() => null)
    world.setNow(new Date(start.getTime() + 24 * 3_600_000))
    expect((await learner.cancel()).status).toBe(200)
    expect(await learner.keys()).toHaveLength(2)
  })

  it('never asks Stripe about an id that belongs to another learner', async () => {
    const victim = await subscribe()
    const attacker = await subscribe()
    const before = world.stripe.calls.length
    for (const id of [victim.subscription.id, 'sub_unknown0000', '../../v1/customers'])
      expect((await world.server.call('cancelSubscription', { token: attacker.token, params: { id } })).status).toBe(
        404,
      )
    expect(world.stripe.calls.length).toBe(before)
    expect(victim.subscription.cancel_at_period_end).toBe(false)
  })

  it('opens the portal, and uses the card added there from then on', async () => {
    const learner = await subscribe()
    const { url } = (await learner.changeCard()).body.data
    expect(url).toContain('/p/session/')
    world.stripe.books.changeCard(learner.subscription.customer, '4444')
    expect((await learner.refresh()).body.data.default_payment_method?.card).toMatchObject({ last4: '4444' })
    expect(learner.subscription.default_payment_method).toBe(
      world.stripe.books.customers.get(learner.subscription.customer)?.invoice_settings.default_payment_method,
    )
  })

  it('uses a card added in the portal even when the learner never returned from it', async () => {
    const learner = await subscribe()
    const { books } = world.stripe
    const from = books.events.length
    books.changeCard(learner.subscription.customer, '5556')
    const [event] = books.events.slice(from)
    if (!event) throw new Error('there was no event')
    for (const on of [world.server, world.other]) expect(await world.post(world.stripe.sign(event), on)).toBe(200)
    expect(await learner.card()).toMatchObject({ last4: '5556' })
    expect(learner.subscription.default_payment_method).toBe(
      books.customers.get(learner.subscription.customer)?.invoice_settings.default_payment_method,
    )
  })

  it("shows Stripe's state of a subscription that ended there", async () => {
    const learner = await subscribe()
    world.stripe.books.end(learner.subscription)
    const canceled = await learner.cancel()
    expect([canceled.status, canceled.body.data.status]).toEqual([200, 'canceled'])
    await syncSubscription(world.server.context, learner.subscription.id)
    expect((await learner.resume()).error?.name).toBe('subscription_ended')
  })
})
