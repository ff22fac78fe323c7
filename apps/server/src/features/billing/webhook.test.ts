import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signEvent } from '../../adapters/payments/embedded/events.ts'
import { actAsBuyer, listMails, listStored } from '../../test-support/act-as-buyer.ts'
import { countPaymentEvents } from '../../test-support/rows/billing.ts'
import { failWrites } from '../../test-support/rows/tables.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { reconcilePayments } from './billing-jobs.ts'

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

/** A buyer who has paid at Stripe, before any event is sent. */
const payAtStripe = async (productId = 'month') => {
  const { server, stripe } = world
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin(productId)
  const from = stripe.books.events.length
  const subscription = stripe.books.pay(begun.sessionId)
  return {
    ...buyer,
    begun,
    subscription,
    events: () => stripe.books.events.slice(from).map((event) => stripe.sign(event)),
  }
}

const countEvents = () => countPaymentEvents(world.server.context.db)

describe('webhook', () => {
  it('creates account and access when the browser never returned', async () => {
    const { email, events } = await payAtStripe()
    for (const event of events()) expect(await world.post(event)).toBe(200)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'trialing' }])
    expect(await listMails(world.server, email)).toEqual(['welcome'])
  })

  it('confirms an event, and one it already knows without asking Stripe again', async () => {
    const [event] = (await payAtStripe()).events()
    if (!event) throw new Error('there was no event')
    const confirm = async () => {
      const response = await fetch(`${world.server.url}/api/payments/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
        body: new Uint8Array(event.rawBytes),
      })
      return { status: response.status, body: await response.json() }
    }
    expect(await confirm()).toEqual({ status: 200, body: { data: { received: true } } })
    const { length } = world.stripe.calls
    expect(await confirm()).toEqual({ status: 200, body: { data: { received: true } } })
    expect(world.stripe.calls).toHaveLength(length)
  })

  it('gives no access for a payment that is under way, then access when it succeeds', async () => {
    const { email, subscription, begun, events, claim } = await payAtStripe('week')
    const session = world.stripe.books.sessions.get(begun.sessionId)
    if (!session) throw new Error('there is no such session')
    const [created] = events()
    if (!created) throw new Error('there was no event')
    session.status = 'open'
    subscription.status = 'incomplete'
    expect(await world.post(created)).toBe(200)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'incomplete' }])
    expect((await claim(begun)).body.data).toEqual({ status: 'open', email: null, pinSetupToken: null })
    session.status = 'complete'
    subscription.status = 'active'
    const paid = (await claim(begun)).body.data
    expect(paid).toMatchObject({ status: 'paid', email })
    expect(paid.pinSetupToken).not.toBeNull()
  })

  it('gives no access for a payment that was given up', async () => {
    const { email, subscription, begun, events, claim } = await payAtStripe('week')
    const session = world.stripe.books.sessions.get(begun.sessionId)
    if (!session) throw new Error('there is no such session')
    session.status = 'expired'
    subscription.status = 'incomplete_expired'
    for (const event of events().slice(0, 1)) expect(await world.post(event)).toBe(200)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'incomplete_expired' }])
    expect((await claim(begun)).body.data).toEqual({ status: 'failed', email: null, pinSetupToken: null })
  })

  it('rejects events that are forged, changed, old, unsigned or not bytes', async () => {
    const { email, events } = await payAtStripe()
    const [first] = events()
    if (!first) throw new Error('there was no event')
    const { rawBytes, signature } = first
    const before = await countEvents()
    const changed = Buffer.from(rawBytes.toString().replace('"livemode":false', '"livemode":true '))
    for (const forged of [
      { rawBytes, signature: 't=1,v1=00' },
      { rawBytes: changed, signature },
      { rawBytes: Buffer.from('{}'), signature },
      { rawBytes: Buffer.alloc(0), signature },
      { rawBytes, signature: '' },
    ])
      expect(await world.post(forged)).toBe(400)
    world.setNow(new Date(start.getTime() + 301_000))
    expect(await world.post(first)).toBe(400)
    expect(await countEvents()).toBe(before)
    expect(await listStored(world.server, email)).toEqual([])
  })

  it('rejects signed bytes that are not an event', async () => {
    for (const text of ['', 'event', '{', '{}', 'null', '7', '[]', '"evt_1"', '{"id":"evt_1"}', '\u00ff']) {
      const rawBytes = Buffer.from(text, 'latin1')
      const signature = signEvent('whsec_1', rawBytes, start)
      expect([text, await world.post({ rawBytes, signature })]).toEqual([text, 400])
    }
  })

  it('processes an event once, however often it is sent to both instances', async () => {
    const { email, events } = await payAtStripe()
    const sent = events().flatMap((event) => Array(6).fill(event) as (typeof event)[])
    const before = (await countEvents()) ?? 0
    const statuses = await Promise.all(
      sent.map((event, index) => world.post(event, index % 2 ? world.other : world.server)),
    )
    // A lock timeout, or a read that keeps getting outdated, returns 503, so that Stripe sends the event again.
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    for (const event of events()) expect(await world.post(event)).toBe(200)
    expect(await countEvents()).toBe(before + events().length)
    expect(await listStored(world.server, email)).toHaveLength(1)
    expect(await listMails(world.server, email)).toEqual(['welcome'])
  })

  it("stores Stripe's current state, not that of a late event", async () => {
    const { email, subscription, events, begun, claim } = await payAtStripe('week')
    world.stripe.books.end(subscription)
    for (const event of events().reverse()) expect(await world.post(event)).toBe(200)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'canceled' }])
    expect((await claim(begun)).body.data).toMatchObject({ status: 'paid', email })
  })

  it('processes an event completely or not at all, and succeeds when it is sent again', async () => {
    const { email, events } = await payAtStripe()
    const { db } = world.server.context
    const revive = await failWrites(db, 'insert', 'outgoing_mails')
    const before = await countEvents()
    const [event] = events()
    if (!event) throw new Error('there was no event')
    expect(await world.post(event)).toBe(500)
    expect(await listStored(world.server, email)).toEqual([])
    expect(await countEvents()).toBe(before)
    await revive()
    expect(await world.post(event)).toBe(200)
    expect(await listStored(world.server, email)).toHaveLength(1)
  })

  it('returns an error while Stripe does not answer, so that the event is sent again', async () => {
    const { email, events } = await payAtStripe()
    const [event] = events()
    if (!event) throw new Error('there was no event')
    world.stripe.setFault(() => 'cut')
    expect(await world.post(event)).toBe(503)
    world.stripe.setFault(() => null)
    expect(await world.post(event)).toBe(200)
    expect(await listStored(world.server, email)).toHaveLength(1)
  })

  it('ignores unrelated events and other subscriptions', async () => {
    const { books, sign } = world.stripe
    const before = (await countEvents()) ?? 0
    books.emit('customer.created', { object: 'customer', id: 'cus_1' })
    books.emit('customer.subscription.updated', { object: 'subscription', id: 'sub_foreign000' })
    for (const event of books.events.slice(-2)) expect(await world.post(sign(event))).toBe(200)
    expect(await countEvents()).toBe(before + 2)
  })

  it('accepts only POST, and is not an endpoint for JSON calls', async () => {
    expect((await world.server.call('GET /api/payments/webhook')).status).toBeGreaterThanOrEqual(404)
    expect((await world.server.call('POST /api/payments/webhook', { body: {} })).status).toBe(400)
  })
})

describe('lost event', () => {
  it('does not cost the access: the nightly comparison finds the payment and the subscription', async () => {
    const { email, subscription } = await payAtStripe('week')
    await reconcilePayments(world.server.context)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'active' }])
    world.stripe.books.end(subscription)
    await reconcilePayments(world.other.context)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'canceled' }])
  })

  it('is found by a batch of its own when the comparison fails, which doesn’t begin anew', async () => {
    const { email, subscription } = await payAtStripe('week')
    await reconcilePayments(world.server.context)
    world.stripe.books.end(subscription)
    world.stripe.setFault((call) => (call.startsWith('GET /v1/subscriptions') ? 500 : null))
    await reconcilePayments(world.server.context)
    world.stripe.setFault(() => null)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'active' }])
    await runJobs(world.server.context)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'canceled' }])
  })

  it('is compensated when the browser returns and claims the checkout', async () => {
    const { email, begun, claim } = await payAtStripe()
    const claims = await Promise.all([claim(begun), claim(begun, world.other), claim(begun)])
    expect(claims.filter(({ body }) => body.data.pinSetupToken !== null)).toHaveLength(1)
    expect(await listStored(world.server, email)).toMatchObject([{ status: 'trialing' }])
  })
})

describe('second subscription of one learner, created outside the app', () => {
  it('is ended, even when the provider was unreachable at first, and the first one stays', async () => {
    const { email, events, begun, subscription } = await payAtStripe('week')
    for (const event of events()) await world.post(event)
    const { books, sign } = world.stripe
    const reference = subscription.metadata.reference ?? ''
    const copy = structuredClone({ ...subscription, id: `sub_${'9'.repeat(16)}`, metadata: { reference } })
    books.subscriptions.set(copy.id, copy)
    books.emit('customer.subscription.created', copy)
    const created = books.events.at(-1)
    if (!created) throw new Error('there was no event')
    world.stripe.setFault((route) => (route.startsWith('DELETE') ? 'cut' : null))
    expect(await world.post(sign(created))).toBe(503)
    world.stripe.setFault(() => null)
    expect(await world.post(sign(created))).toBe(200)
    expect(books.subscriptions.get(copy.id)?.status).toBe('canceled')
    expect((await listStored(world.server, email)).map(({ status }) => status)).toEqual(['active', 'canceled'])
    expect(begun.sessionId).toBeTruthy()
  })
})
