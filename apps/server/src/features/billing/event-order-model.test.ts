import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAsBuyer, listMails, listStored } from '../../test-support/act-as-buyer.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400_000
let world: StripeWorld

beforeAll(async () => {
  world = await startStripeWorld(start)
})
afterAll(() => world.close())

/** A buyer who has paid at Stripe, before any event is sent. */
const payAtStripe = async () => {
  const { server, stripe } = world
  const buyer = await actAsBuyer(server)
  const { sessionId } = await buyer.begin('week')
  const from = stripe.books.events.length
  const subscription = stripe.books.pay(sessionId)
  const events = () => stripe.books.events.slice(from).map((event) => stripe.sign(event))
  return { email: buyer.email, subscription, events }
}

it("events in any order end in Stripe's state", async () => {
  const steps = fc.array(fc.constantFrom('advance', 'cancel', 'fail', 'repair', 'send', 'send twice'), {
    maxLength: 10,
  })
  const orders = fc.infiniteStream(fc.nat())
  await fc.assert(
    fc.asyncProperty(steps, orders, async (taken, random) => {
      world.setNow(start)
      const { email, subscription, events } = await payAtStripe()
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

const neverSigned = { rawBytes: Buffer.from('{}'), signature: '' }

const shuffle = <T>(items: T[], any: (below: number) => number): T[] =>
  items
    .map((item) => ({ item, at: any(1_000) }))
    .sort((one, two) => one.at - two.at)
    .map(({ item }) => item)
