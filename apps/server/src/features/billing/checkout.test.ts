import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { findAccess } from '../../platform/sessions.ts'
import { actAsBuyer, declinedCard, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { listTokens } from '../../test-support/rows/accounts.ts'
import {
  countKeptPayments,
  forgetSession,
  loseProviderEvents,
  restoreSession,
} from '../../test-support/rows/billing.ts'
import { countLockWaits, readTable } from '../../test-support/rows/tables.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer
let other: TestServer

beforeAll(async () => {
  const options = { now: start, catalog: onboardingCatalog() }
  server = await startTestServer(options)
  other = await startTestServer({ ...options, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => {
  server.setNow(start)
  other.setNow(start)
})

describe('plans', () => {
  it('are public, in order, with a formatted price and the trial', async () => {
    const { body } = await server.call('listPlans')
    expect(
      body.data.map(({ name, formattedPrice, trialDays, isMostPopular }) => [
        name,
        formattedPrice,
        trialDays,
        isMostPopular,
      ]),
    ).toEqual([
      ['1 week', '$9.99', 0, false],
      ['4 weeks', '$24.99', 0, false],
      ['Monthly', '$29.99', 7, true],
      ['12 weeks', '$59.99', 0, false],
    ])
    expect(body.data[3]).toMatchObject({
      unit_amount: 5999,
      currency: 'usd',
      recurring: { interval: 'week', interval_count: 12 },
    })
  })
})

describe('checkout', () => {
  it('needs a registration or a session, and a plan', async () => {
    const buyer = await actAsBuyer(server)
    expect((await server.call('createCheckout', { body: { productId: 'month' } })).error?.name).toBe('unauthorized')
    const body = { productId: 'month', registrationToken: 'x'.repeat(22) }
    expect((await server.call('createCheckout', { body })).error?.name).toBe('invalid_token')
    expect((await buyer.choose('gold')).error).toMatchObject({
      name: 'plan_not_found',
      message: 'No product ID provided',
    })
  })

  it('leads a new visitor from the test page to an account with a trial and one PIN token', async () => {
    const buyer = await actAsBuyer(server)
    const begun = await buyer.begin()
    expect(begun.url).toBe(`${server.context.config.publicUrl}/checkout/${begun.sessionId}`)
    const shown = await server.call('getEmbeddedCheckout', { params: { sessionId: begun.sessionId } })
    expect(shown.body.data).toMatchObject({
      status: 'open',
      email: buyer.email,
      plan: { productId: 'month', formattedPrice: '$29.99', trialDays: 7 },
      successPath: `/subscription/success?session_id=${begun.sessionId}`,
      failedPath: '/subscription/failed',
    })
    expect((await buyer.claim(begun)).body.data).toEqual({
      status: 'open',
      email: null,
      pinSetupToken: null,
    })

    expect((await payAt(server, begun.sessionId)).body.data).toEqual({ status: 'paid' })
    expect(await listStored(server, buyer.email)).toMatchObject([
      { status: 'trialing', trialEnd: start.getTime() / 1000 + 7 * 86_400 },
    ])
    const first = (await buyer.claim(begun)).body.data
    expect(first).toMatchObject({ status: 'paid', email: buyer.email })
    expect((await buyer.claim(begun)).body.data).toMatchObject({ pinSetupToken: null })
    const set = await server.call('setPin', {
      token: first.pinSetupToken ?? '',
      body: { email: buyer.email, pin: '4826' },
    })
    expect(set.error).toBeNull()
    const token = await server.signIn(buyer.email, '4826')
    expect((await server.call('userSubscription', { token })).body.data).toMatchObject([{ status: 'trialing' }])
    expect((await buyer.claim(begun)).body.data).toMatchObject({ status: 'paid', pinSetupToken: null })
    expect(await listMails(server, buyer.email)).toEqual(['welcome'])
    const trials = async (asking: object) =>
      (await server.call('listPlans', asking)).body.data.map(({ trialDays }: { trialDays: number }) => trialDays)
    const { registrationToken } = buyer
    expect(Math.max(...(await trials({})))).toBe(7)
    expect(Math.max(...(await trials({ token })))).toBe(0)
    expect(Math.max(...(await trials({ query: `registrationToken=${registrationToken}` })))).toBe(0)
    expect(Math.max(...(await trials({ query: 'registrationToken=none' })))).toBe(7)
  })

  it('gives no PIN token when the address already has an account', async () => {
    const owner = await createUser(server.context, { pin: null, subscription: null })
    const stranger = await actAsBuyer(server, owner.email)
    const begun = await stranger.begin()
    await payAt(server, begun.sessionId)
    const claim = (await stranger.claim(begun)).body.data
    expect([claim.status, claim.pinSetupToken]).toEqual(['paid', null])
    expect(await listTokens(server.context.db, owner.id)).toEqual([])
  })

  it('reveals nothing without the nonce of the browser that started it', async () => {
    const buyer = await actAsBuyer(server)
    const { sessionId } = await buyer.begin()
    await payAt(server, sessionId)
    for (const nonce of ['', 'x', 'A'.repeat(22)])
      expect((await buyer.claim({ sessionId, nonce })).error?.name).toBe('checkout_not_found')
    expect((await buyer.claim({ sessionId: 'cs_unknown00', nonce: 'x' })).error?.name).toBe('checkout_not_found')
  })

  it('gives one token to many concurrent requests on two instances', async () => {
    const buyer = await actAsBuyer(server)
    const begun = await buyer.begin()
    await payAt(server, begun.sessionId)
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => buyer.claim(begun, index % 2 ? server : other)),
    )
    expect(claims.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(claims.filter(({ body }) => body.data.pinSetupToken !== null)).toHaveLength(1)
  })

  it('is shared by concurrent requests for one plan, and each browser can claim it', async () => {
    const buyer = await actAsBuyer(server)
    const begun = await Promise.all([server, other, server, other].map((on) => buyer.begin('month', on)))
    expect(new Set(begun.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(new Set(begun.map(({ nonce }) => nonce)).size).toBe(4)
    await Promise.all([payAt(server, begun[0]?.sessionId ?? ''), payAt(other, begun[0]?.sessionId ?? '')])
    expect(await listStored(server, buyer.email)).toHaveLength(1)
    for (const one of begun) expect((await buyer.claim(one)).body.data.status).toBe('paid')
  })

  it('keeps one plan and refunds the rest when two registrations of one address choose two plans at once', async () => {
    const buyer = await actAsBuyer(server)
    const again = await actAsBuyer(other, buyer.email)
    const replies = await Promise.all([
      buyer.choose('week'),
      again.choose('month', other),
      buyer.choose('twelve-weeks'),
      again.choose('week', other),
    ])
    expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true)
    const sessions = replies.flatMap(({ error, body }) => (error ? [] : [body.data.sessionId]))
    expect(sessions.length).toBeGreaterThan(0)
    const { body } = await buyer.choose('four-weeks')
    await Promise.all([...sessions, body.data.sessionId].map((sessionId) => payAt(server, sessionId)))
    const stored = await listStored(server, buyer.email)
    expect(stored.filter(({ status }) => status !== 'canceled')).toHaveLength(1)
    expect(await countKeptPayments(server.context.db, buyer.email)).toBe(0)
  })

  it('cannot be paid when it is stored while another plan replaces it', async () => {
    const { db } = server.context
    const buyer = await actAsBuyer(server)
    const { sessionId, url } = await buyer.begin('week')
    await forgetSession(db, sessionId)
    const replacing = await inTransaction(db, async (tx) => {
      await restoreSession(tx, { sessionId, url })
      const begun = buyer.begin('four-weeks', other)
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0)
      return { begun }
    })
    const second = await replacing.begun
    expect((await payAt(server, sessionId)).body.data.status).toBe('failed')
    expect((await payAt(server, second.sessionId)).body.data.status).toBe('paid')
    expect(await listStored(server, buyer.email)).toHaveLength(1)
  })

  it('cannot be paid after another plan replaced it', async () => {
    const buyer = await actAsBuyer(server)
    const first = await buyer.begin('week')
    const second = await buyer.begin('month')
    expect(second.sessionId).not.toBe(first.sessionId)
    expect((await payAt(server, first.sessionId)).body.data.status).toBe('failed')
    expect((await buyer.claim(first)).body.data.status).toBe('failed')
    expect((await payAt(server, second.sessionId)).body.data.status).toBe('paid')
  })

  it('of one address is hidden from other browsers, which cannot claim it', async () => {
    const buyer = await actAsBuyer(server)
    const stranger = await actAsBuyer(other, buyer.email)
    const [own, foreign] = [await buyer.begin('week'), await stranger.begin('week')]
    expect(foreign.sessionId).not.toBe(own.sessionId)
    await payAt(server, own.sessionId)
    expect((await stranger.claim({ ...own, nonce: foreign.nonce })).error?.name).toBe('checkout_not_found')
    expect((await stranger.claim(foreign)).body.data.status).toBe('open')
    expect((await buyer.claim(own)).body.data.pinSetupToken).not.toBeNull()
  })

  it('leads to the access already paid for after an unnoticed payment, without a second payment', async () => {
    const buyer = await actAsBuyer(server)
    const { sessionId } = await buyer.begin()
    // The provider's events are lost, so only its own records contain the payment.
    await server.context.payments.embedded?.pay(sessionId, {
      cardNumber: '4242424242424242',
      expiry: '12/40',
      cvc: '123',
    })
    await loseProviderEvents(server.context.db)
    const again = await buyer.begin('week')
    const successUrl = `${server.context.config.publicUrl}/subscription/success?session_id=${sessionId}`
    expect(again).toMatchObject({ sessionId, url: successUrl })
    expect(await listStored(server, buyer.email)).toMatchObject([{ status: 'trialing' }])
    expect((await buyer.claim(again)).body.data.pinSetupToken).not.toBeNull()
  })
})

describe('card', () => {
  it('costs nothing when declined, and another card pays', async () => {
    const buyer = await actAsBuyer(server)
    const begun = await buyer.begin()
    const declined = await payAt(server, begun.sessionId, declinedCard)
    expect(declined.error).toMatchObject({ status: 402, name: 'payment_declined', details: { reason: 'declined' } })
    expect((await buyer.claim(begun)).body.data.status).toBe('open')
    expect(await listStored(server, buyer.email)).toEqual([])
    expect((await payAt(server, begun.sessionId)).body.data.status).toBe('paid')
    expect((await payAt(server, begun.sessionId)).body.data.status).toBe('paid')
    expect(await listStored(server, buyer.email)).toHaveLength(1)
  })

  it('leaves no number and no CVC in the database', async () => {
    const text = await readTable(server.context.db, 'embedded_subscriptions')
    expect(text).toContain('4242')
    expect(text.replaceAll(/\W/g, '')).not.toContain('42424242')
  })
})

describe('trial', () => {
  it('is given once per person', async () => {
    const buyer = await actAsBuyer(server)
    const { sessionId } = await buyer.begin()
    await payAt(server, sessionId)
    const [trial] = await listStored(server, buyer.email)
    await server.context.payments.cancelNow(trial?.id ?? '')
    const second = await buyer.begin('month')
    const shown = await server.call('getEmbeddedCheckout', { params: { sessionId: second.sessionId } })
    expect(shown.body.data.plan.trialDays).toBe(0)
    await payAt(other, second.sessionId)
    expect(await listStored(server, buyer.email)).toMatchObject([
      { status: 'canceled' },
      { status: 'active', trialEnd: null },
    ])
  })
})

describe('signed-in learner', () => {
  it('buys again with the session and keeps the account after the subscription ended', async () => {
    const learner = await createUser(server.context, { subscription: null })
    const token = await server.signIn(learner.email, learner.pin)
    const begun = (await server.call('createCheckout', { token, body: { productId: 'week' } })).body.data
    await payAt(server, begun.sessionId)
    const claim = await server.call('claimCheckout', {
      params: { sessionId: begun.sessionId },
      body: { nonce: begun.nonce },
    })
    expect(claim.body.data).toEqual({ status: 'paid', email: learner.email, pinSetupToken: null })
    expect(await findAccess(server.context, learner.id)).toEqual({ granted: true })
    const reply = await server.call('createCheckout', { token, body: { productId: 'week' } })
    expect(reply.error).toMatchObject({ status: 409, name: 'already_subscribed' })
  })
})
