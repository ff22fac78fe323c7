import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsBuyer, declinedCard, goodCard, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { deleteUser, findUserId } from '../../test-support/rows/accounts.ts'
import { listChanges } from '../../test-support/rows/billing.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

const start = new Date('2026-05-10T12:00:00Z')
const startSeconds = start.getTime() / 1000
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())
beforeEach(() => server.setNow(start))

/** A buyer who has set a PIN. */
const subscribe = async (productId = 'month', card = goodCard) => {
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin(productId)
  await payAt(server, begun.sessionId, card)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  return signedIn(buyer.email)
}

const signedIn = async (email: string) => {
  const token = await server.signIn(email, '4826')
  const current = async () => (await server.call('userSubscription', { token })).body.data[0]
  const id = (await current())?.id ?? ''
  const params = { id }
  return {
    email,
    token,
    id,
    current,
    cancel: () => server.call('cancelSubscription', { token, params }),
    resume: () => server.call('resumeSubscription', { token, params }),
    refresh: () => server.call('refreshSubscription', { token, params }),
    changeCard: () => server.call('changePaymentMethod', { token, params }),
  }
}

const pageIdOf = (url: string): string => new URL(url).pathname.replace('/checkout/card/', '')

describe('canceling', () => {
  it('ends the subscription at the end of its period, keeps access until then and stops charges', async () => {
    const learner = await subscribe()
    const { status, body } = await learner.cancel()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: learner.id, status: 'trialing', cancel_at_period_end: true })
    expect(body.data.current_period_end).toBe(startSeconds + 7 * 86_400)
    server.setNow(new Date(start.getTime() + 8 * 86_400_000))
    await server.context.payments.embedded?.advance(server.context.clock())
    expect((await learner.refresh()).body.data.status).toBe('canceled')
  })

  it('returns the same answer a second time', async () => {
    const learner = await subscribe()
    const first = await learner.cancel()
    const second = await learner.cancel()
    expect([second.status, second.body]).toEqual([200, first.body])
  })

  it('takes effect once under concurrent requests', async () => {
    const learner = await subscribe()
    const replies = await Promise.all(Array.from({ length: 6 }, learner.cancel))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await learner.current()).toMatchObject({ cancel_at_period_end: true })
  })

  it('can be undone and repeated', async () => {
    const learner = await subscribe()
    await learner.cancel()
    expect((await learner.resume()).body.data).toMatchObject({ cancel_at_period_end: false })
    expect((await learner.resume()).status).toBe(200)
    expect((await learner.cancel()).body.data).toMatchObject({ cancel_at_period_end: true })
    expect(await learner.current()).toMatchObject({ cancel_at_period_end: true })
  })

  it('works without valid access, and an ended subscription stays ended', async () => {
    const learner = await subscribe('week', { ...goodCard, expiry: '05/26' })
    server.setNow(new Date(start.getTime() + 42 * 86_400_000))
    await server.context.payments.embedded?.advance(server.context.clock())
    expect((await learner.refresh()).body.data.status).toBe('canceled')
    const canceled = await learner.cancel()
    expect([canceled.status, canceled.body.data.status]).toEqual([200, 'canceled'])
    expect((await learner.resume()).error).toMatchObject({ status: 409, name: 'subscription_ended' })
    expect((await learner.changeCard()).error).toMatchObject({ status: 409, name: 'subscription_ended' })
  })

  it('works for a subscription without a provider, whose card cannot be changed', async () => {
    const { token } = await actAsLearner(server, { subscription: { id: 'sub_known2nobody' } })
    const params = { id: 'sub_known2nobody' }
    expect((await server.call('cancelSubscription', { token, params })).body.data).toMatchObject({
      cancel_at_period_end: true,
      default_payment_method: null,
    })
    const stored = await server.call('userSubscription', { token })
    expect(stored.body.data).toMatchObject([{ cancel_at_period_end: true }])
    expect((await server.call('resumeSubscription', { token, params })).body.data.cancel_at_period_end).toBe(false)
    expect((await server.call('refreshSubscription', { token, params })).status).toBe(200)
    expect((await server.call('changePaymentMethod', { token, params })).error?.name).toBe('card_not_changeable')
  })
})

describe("another learner's subscription", () => {
  it('is not found, like an unknown or malformed id, and nothing changes', async () => {
    const victim = await subscribe()
    const { token } = await actAsLearner(server)
    const ids = [victim.id, 'sub_00000000', 'sub_x', '../customers', 'sub_demo00000001/../x', 'SUB_DEMO00000001', ' ']
    for (const name of [
      'cancelSubscription',
      'resumeSubscription',
      'refreshSubscription',
      'changePaymentMethod',
    ] as const)
      for (const id of ids) {
        const reply = await server.call(name, { token, params: { id } })
        expect([name, id, reply.error]).toMatchObject([name, id, { status: 404, name: 'subscription_not_found' }])
      }
    expect(await victim.current()).toMatchObject({ cancel_at_period_end: false })
  })

  it('returns 401 without a session', async () => {
    const { id } = await subscribe()
    expect((await server.call('cancelSubscription', { params: { id } })).status).toBe(401)
  })
})

describe('card', () => {
  it('is shown with brand, last digits and expiry', async () => {
    const learner = await subscribe()
    expect((await learner.current())?.default_payment_method).toEqual({
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
    })
  })

  it('is changed once, on a page that accesses nothing else', async () => {
    const learner = await subscribe()
    const { url } = (await learner.changeCard()).body.data
    expect(url).toContain(`${server.context.config.publicUrl}/checkout/card/`)
    const params = { pageId: pageIdOf(url) }
    const page = await server.call('getEmbeddedCardPage', { params })
    expect(page.body.data).toEqual({
      pageId: params.pageId,
      status: 'open',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
      changedPath: '/subscription?card=changed',
      returnPath: '/subscription',
    })
    const refused = await server.call('changeEmbeddedCard', { params, body: declinedCard })
    expect(refused.error).toMatchObject({ status: 402, name: 'payment_declined', details: { reason: 'declined' } })
    const changed = await server.call('changeEmbeddedCard', { params, body: { ...goodCard, expiry: '03/2033' } })
    expect(changed.body.data).toEqual({ status: 'changed' })
    expect((await learner.current())?.default_payment_method?.card).toMatchObject({ exp_month: 3, exp_year: 2033 })
    await server.call('changeEmbeddedCard', { params, body: { ...goodCard, expiry: '04/2034' } })
    expect((await learner.refresh()).body.data.default_payment_method?.card).toMatchObject({ exp_year: 2033 })
  })

  it('cannot be changed on a page that is an hour old or unknown', async () => {
    const learner = await subscribe()
    const params = { pageId: pageIdOf((await learner.changeCard()).body.data.url) }
    server.setNow(new Date(start.getTime() + 3_600_000))
    expect((await server.call('getEmbeddedCardPage', { params })).body.data.status).toBe('expired')
    const late = await server.call('changeEmbeddedCard', { params, body: { ...goodCard, expiry: '03/2033' } })
    expect(late.body.data).toEqual({ status: 'expired' })
    expect((await learner.current())?.default_payment_method?.card).toMatchObject({ exp_year: 2040 })
    const none = { params: { pageId: 'bps_none0000' } }
    expect((await server.call('getEmbeddedCardPage', none)).error?.name).toBe('checkout_not_found')
    expect((await server.call('changeEmbeddedCard', { ...none, body: goodCard })).error?.name).toBe(
      'checkout_not_found',
    )
  })

  it('pays the amount due when it is new, and restores access', async () => {
    const learner = await subscribe('week', { ...goodCard, expiry: '05/26' })
    server.setNow(new Date(start.getTime() + 28 * 86_400_000))
    await server.context.payments.embedded?.advance(server.context.clock())
    expect((await learner.refresh()).body.data.status).toBe('past_due')
    const params = { pageId: pageIdOf((await learner.changeCard()).body.data.url) }
    await server.call('changeEmbeddedCard', { params, body: goodCard })
    expect(await learner.current()).toMatchObject({ status: 'active' })
  })
})

it('deletes the requested changes with the account', async () => {
  const learner = await subscribe()
  await learner.cancel()
  const { db } = server.context
  await deleteUser(db, await findUserId(db, learner.email))
  expect(await listChanges(db, learner.id)).toEqual([])
})
