import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, goodCard, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { listTrialCardHashes } from '../../test-support/rows/billing.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { reconcilePayments } from './billing-jobs.ts'

let server: TestServer
let world: StripeWorld

beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  world = await startStripeWorld(new Date('2026-05-10T12:00:00Z'))
})
afterAll(async () => {
  await world.close()
  await server.close()
})

const ownCard = { ...goodCard, cardNumber: '4242 4200 0000 0018' }
/** A new buyer who pays for the plan and returns. */
const buyWith = async (card: typeof ownCard, productId = 'month') => {
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin(productId)
  await payAt(server, begun.sessionId, card)
  const claim = await buyer.claim(begun)
  return { ...buyer, claim: claim.body.data }
}
const statesOf = async (email: string) => (await listStored(server, email)).map(({ status }) => status)

describe('second trial with the same card', () => {
  it('ends immediately without a payment, sends a mail, and leaves an account that can buy without a trial', async () => {
    const first = await buyWith(ownCard)
    const again = await buyWith(ownCard)
    expect(await statesOf(first.email)).toEqual(['trialing'])
    expect(await statesOf(again.email)).toEqual(['canceled'])
    expect(await listMails(server, again.email)).toContain('trial_again')
    expect(await listMails(server, first.email)).not.toContain('trial_again')
    expect(again.claim).toMatchObject({ status: 'paid', email: again.email })
    const paid = await again.begin('month')
    await payAt(server, paid.sessionId, ownCard)
    await reconcilePayments(server.context)
    expect(await statesOf(again.email)).toEqual(['canceled', 'active'])
    expect((await listMails(server, again.email)).filter((template) => template === 'trial_again')).toHaveLength(1)
  })

  it('is allowed for a plan without a trial and for the public test card', async () => {
    const weekly = await buyWith({ ...ownCard, cardNumber: '4242 4200 0000 0026' }, 'week')
    const monthly = await buyWith({ ...ownCard, cardNumber: '4242 4200 0000 0026' })
    expect([await statesOf(weekly.email), await statesOf(monthly.email)]).toEqual([['active'], ['trialing']])
    const both = [await buyWith(goodCard), await buyWith(goodCard)]
    for (const { email } of both) expect(await statesOf(email)).toEqual(['trialing'])
  })

  it('keeps one trial when many start at once', async () => {
    const { stripe, post, server: one, other } = world
    const buyers = await Promise.all(Array.from({ length: 4 }, () => actAsBuyer(one)))
    const begun = await Promise.all(buyers.map((buyer) => buyer.begin('month')))
    const from = stripe.books.events.length
    for (const { sessionId } of begun) stripe.books.pay(sessionId, 'fp_shared')
    const events = stripe.books.events.slice(from).map((event) => stripe.sign(event))
    await Promise.all(events.map((event, index) => post(event, index % 2 ? other : one)))
    for (const event of events) expect(await post(event)).toBe(200)
    await reconcilePayments(one.context)
    const states = await Promise.all(buyers.map(async ({ email }) => (await listStored(one, email))[0]?.status))
    expect(states.filter((status) => status === 'trialing')).toHaveLength(1)
    expect(states.filter((status) => status === 'canceled')).toHaveLength(3)
  })

  it('is ended later when the provider was unreachable', async () => {
    const { stripe, post, server: one } = world
    const pay = async () => {
      const buyer = await actAsBuyer(one)
      const { sessionId } = await buyer.begin('month')
      const from = stripe.books.events.length
      stripe.books.pay(sessionId, 'fp_away')
      const [event] = stripe.books.events.slice(from)
      if (!event) throw new Error('there was no event')
      return { email: buyer.email, event: stripe.sign(event) }
    }
    expect(await post((await pay()).event)).toBe(200)
    const second = await pay()
    stripe.setFault((route) => (route.startsWith('DELETE') ? 'cut' : null))
    expect(await post(second.event)).toBe(503)
    stripe.setFault(() => null)
    expect(await post(second.event)).toBe(200)
    expect((await listStored(one, second.email))[0]?.status).toBe('canceled')
  })

  it('is detected without storing the card, by keyed hashes', async () => {
    const hashes = await listTrialCardHashes(world.server.context.db)
    expect(hashes.length).toBeGreaterThan(0)
    for (const hash of hashes) expect(hash.toString()).not.toContain('fp_')
  })
})
