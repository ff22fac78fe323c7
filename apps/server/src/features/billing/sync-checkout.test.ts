import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payments } from '../../adapters/payments/port.ts'
import { actAsBuyer, listMails, listStored } from '../../test-support/act-as-buyer.ts'
import { countPaymentEvents, listCheckoutStates } from '../../test-support/rows/billing.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { mailPayer } from './claim-checkout.ts'
import { syncCheckout } from './sync-with-provider.ts'
import { listJobs } from '../../test-support/rows/jobs.ts'

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

const beginAtStripe = async (productId = 'week') => {
  const buyer = await actAsBuyer(world.server)
  const begun = await buyer.begin(productId)
  const session = world.stripe.books.sessions.get(begun.sessionId)
  if (!session) throw new Error('there is no such session')
  return { ...buyer, begun, session, states: () => listCheckoutStates(world.server.context.db, buyer.email) }
}

/** A first checkout that another plan replaced while Stripe could not close it, so that it can still be paid. */
const replaceAtStripe = async () => {
  const first = await beginAtStripe()
  world.stripe.setFault((call) => (call.endsWith('/expire') ? 'cut' : null))
  expect((await first.choose('month')).error?.name).toBe('unavailable')
  world.stripe.setFault(() => null)
  expect(await first.states()).toContain('replaced')
  return first
}

const mailTo = (sessionId: string) =>
  mailPayer(world.server.context, { sessionId, requestedFrom: `network-of-${sessionId}`, roundsLeft: 10 })

const roundsLeftOf = async (sessionId: string) => {
  const jobs = await listJobs(world.server.context.db)
  return jobs.filter(({ key }) => key === `mail-payer:${sessionId}`).map(({ payload }) => payload.roundsLeft)
}

const callsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = world.stripe.calls.length
  await work()
  return world.stripe.calls.slice(before)
}

describe('checkout at the provider', () => {
  it('stays open while it can be paid', async () => {
    const { begun, states } = await beginAtStripe()
    await syncCheckout(world.server.context, begun.sessionId)
    expect(await states()).toEqual(['open'])
  })

  it('has failed once it expired, or once the provider no longer knows it', async () => {
    const expired = await beginAtStripe()
    const unknown = await beginAtStripe()
    world.stripe.books.expireSession(expired.session)
    world.stripe.books.sessions.delete(unknown.begun.sessionId)
    for (const { begun, claim, states } of [expired, unknown]) {
      expect((await claim(begun)).body.data).toEqual({ status: 'failed', email: null, pinSetupToken: null })
      expect(await states()).toEqual(['failed'])
    }
  })

  it('is closed by an event, which is recorded and has no effect when it repeats', async () => {
    const { begun, session, states } = await beginAtStripe()
    const { context } = world.server
    const about = {
      subscriptionId: null,
      customerId: null,
      chargeId: null,
      concernsPayment: false,
      isRefundReturned: false,
    }
    const event = { id: `evt_${begun.sessionId}`, type: 'test', sessionId: begun.sessionId, ...about }
    const before = await countPaymentEvents(context.db)
    await syncCheckout(context, begun.sessionId, event)
    expect(await countPaymentEvents(context.db)).toBe(before + 1)
    world.stripe.books.expireSession(session)
    await syncCheckout(context, begun.sessionId, event)
    expect(await states()).toEqual(['open'])
    await syncCheckout(context, begun.sessionId, { ...event, id: `${event.id}_2` })
    expect(await states()).toEqual(['failed'])
    expect(await countPaymentEvents(context.db)).toBe(before + 2)
  })

  it('gives nothing when it is complete without a subscription', async () => {
    const { begun, email, states } = await beginAtStripe()
    const { context } = world.server
    const asked: string[] = []
    const payments: Payments = {
      ...context.payments,
      getCheckout: async (sessionId) => ({ sessionId, reference: null, status: 'complete', subscriptionId: null }),
      getSubscription: async (id) => {
        asked.push(id)
        return null
      },
    }
    await syncCheckout({ ...context, payments }, begun.sessionId)
    expect(asked).toEqual([])
    expect(await states()).toEqual(['failed'])
    expect(await listStored(world.server, email)).toEqual([])
  })

  it('is asked for once: the same plan again leads to the same page', async () => {
    const { begun, choose } = await beginAtStripe()
    const calls = await callsDuring(async () => {
      expect((await choose('week')).body.data).toMatchObject({ sessionId: begun.sessionId, url: begun.url })
    })
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('is not asked about again once it is paid or has failed', async () => {
    const paid = await beginAtStripe()
    world.stripe.books.pay(paid.begun.sessionId)
    const failed = await beginAtStripe()
    world.stripe.books.expireSession(failed.session)
    for (const { begun, claim } of [paid, failed]) await claim(begun)
    const calls = await callsDuring(async () => {
      for (const { begun, claim } of [paid, failed]) {
        await claim(begun)
        await mailTo(begun.sessionId)
      }
    })
    expect(calls).toEqual([])
    expect(await roundsLeftOf(failed.begun.sessionId)).toEqual([])
  })
})

describe('checkout that was replaced, but not closed yet', () => {
  it('can be claimed by its browser when it is paid', async () => {
    const { begun, claim, email } = await replaceAtStripe()
    expect((await claim(begun)).body.data.status).toBe('open')
    world.stripe.books.pay(begun.sessionId)
    expect((await claim(begun)).body.data).toMatchObject({ status: 'paid', email })
  })

  it('leads to a mail when it is paid without the browser', async () => {
    const { begun, email } = await replaceAtStripe()
    await mailTo(begun.sessionId)
    expect(await roundsLeftOf(begun.sessionId)).toEqual([9])
    expect(await listMails(world.server, email)).toEqual([])
    world.stripe.books.pay(begun.sessionId)
    await mailTo(begun.sessionId)
    expect(await listMails(world.server, email)).toContain('payment_arrived_no_pin')
  })
})
