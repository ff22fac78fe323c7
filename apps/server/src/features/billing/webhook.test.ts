import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signEvent } from '../../adapters/payments/embedded/events.ts'
import { actAsBuyer, listMails, listStored } from '../../test-support/act-as-buyer.ts'
import { countPaymentEvents } from '../../test-support/rows/billing.ts'
import { failWrites } from '../../test-support/rows/tables.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { reconcilePayments } from './billing-jobs.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400_000
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

describe('events in any order', () => {
  it("end in Stripe's state", async () => {
    const steps = fc.array(fc.constantFrom('advance', 'cancel', 'fail', 'repair', 'send', 'send twice'), {
      maxLength: 10,
    })
    const orders = fc.infiniteStream(fc.nat())
    await fc.assert(
      fc.asyncProperty(steps, orders, async (taken, random) => {
        world.setNow(start)
        const { email, subscription, events } = await payAtStripe('week')
        const { books } = world.stripe
        const any = (below: number) => (random.next().value ?? 0) % below
        let now = start.getTime()
        for (const step of taken) {
          if (step === 'advance') {
            now += 4 * day
            world.setNow(new Date(now))
            books.advance()
          }
          if (step === 'cancel' && subscription.status !== 'canceled') {
            subscription.cancel_at_period_end = true
            books.emit('customer.subscription.updated', subscription)
          }
          if (step === 'fail') books.badCards.add(subscription.id)
          if (step === 'repair') books.badCards.delete(subscription.id)
          const known = events()
          if (step.startsWith('send')) await world.post(known[any(known.length)] ?? neverSigned)
          if (step === 'send twice') {
            const event = known[any(known.length)] ?? neverSigned
            await Promise.all([world.post(event), world.post(event, world.other)])
          }
        }
        const left = shuffle(events(), any)
        const statuses = await Promise.all(
          left.map((event, at) => world.post(event, at % 2 ? world.other : world.server)),
        )
        const again = left.filter((_event, at) => statuses[at] !== 200)
        for (const event of again) expect(await world.post(event)).toBe(200)
        const [stored, ...more] = await listStored(world.server, email)
        expect(more).toEqual([])
        expect(stored).toMatchObject({
          status: subscription.status,
          end: subscription.items.data[0]?.current_period_end,
          isDue: subscription.status === 'past_due',
        })
        const mails = await listMails(world.server, email)
        expect(mails.filter((template) => template === 'welcome')).toHaveLength(1)
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})

const neverSigned = { rawBytes: Buffer.from('{}'), signature: '' }

const shuffle = <T>(items: T[], any: (below: number) => number): T[] =>
  items
    .map((item) => ({ item, at: any(1_000) }))
    .sort((one, two) => one.at - two.at)
    .map(({ item }) => item)
