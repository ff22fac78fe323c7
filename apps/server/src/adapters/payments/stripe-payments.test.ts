import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { collectingGarbage } from '../../test-support/collecting-garbage.ts'
import { makePrice } from '../../test-support/stripe/stripe-objects.ts'
import { startStripeServer, type StripeServer } from '../../test-support/stripe/stripe-server.ts'
import { PaymentsUnavailable } from './port.ts'
import { createStripePayments, type StripeParts } from './stripe-payments.ts'

let now = 1_800_000_000
let stripe: StripeServer

beforeAll(async () => {
  stripe = await startStripeServer({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', now: () => now })
  stripe.books.prices.set('price_a', makePrice('price_a', 999, 'week', 1))
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.setFault(() => null)
  stripe.calls.length = 0
})

const connect = (changes: Partial<StripeParts> = {}) =>
  createStripePayments({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
    prices: { week: 'price_a' },
    seatPrices: {},
    apiUrl: stripe.url,
    hasAutomaticTax: false,
    timeoutMs: 8_000,
    clock: () => new Date(now * 1000),
    ...changes,
  })

const request = (key: string) => ({
  reference: key,
  email: 'a@kitewise.example',
  customerId: null,
  productId: 'week',
  trialDays: 0,
  couponId: null,
  successUrl: 'http://app/ok?session_id={sessionId}',
  failedUrl: 'http://app/failed',
  canceledUrl: 'http://app/canceled',
  idempotencyKey: key,
})

it('retries a failed call twice with the same key and creates one checkout', async () => {
  let failures = 0
  stripe.setFault(() => (failures++ < 2 ? 500 : null))
  const { sessionId } = await connect().createCheckout(request('k1'))
  expect(stripe.calls).toHaveLength(3)
  expect([...stripe.books.sessions.keys()].filter((id) => id === sessionId)).toHaveLength(1)
  expect(stripe.books.sessions.get(sessionId)?.success_url).toBe('http://app/ok?session_id={CHECKOUT_SESSION_ID}')
})

it.each([
  ['answers 500', 500, {}],
  ['answers 429', 429, {}],
  ['refuses the key', null, { secretKey: 'sk_test_2' }],
  ['cuts the connection', 'cut', {}],
  ['does not answer', 'hang', { timeoutMs: 300 }],
  ['answers a byte at a time', 'drip', { timeoutMs: 300 }],
] as const)('is unavailable when Stripe %s', async (_name, fault, changes) => {
  stripe.setFault(() => fault)
  const call = collectingGarbage(() => connect(changes).getSubscription('sub_00000000'))
  await expect(call).rejects.toBeInstanceOf(PaymentsUnavailable)
})

it('repeats no refund whose key Stripe has forgotten', async () => {
  const payments = connect()
  const { sessionId } = await payments.createCheckout(request('refund-later'))
  const { id, customer } = stripe.books.pay(sessionId)
  const [payment] = await payments.listPayments({ id, customerId: customer })
  const refund = { subscriptionId: id, chargeId: payment?.chargeId ?? '', amount: 400, idempotencyKey: 'refund-1' }
  expect(await payments.refundAmount(refund)).toBe('refunded')
  stripe.forgetKeys()
  expect(await payments.refundAmount(refund)).toBe('refunded')
  expect((await payments.listPayments({ id, customerId: customer }))[0]?.refunded).toBe(400)
})

it.each(['new', 'known'])('asks for the address where tax is on, of a %s customer', async (customer) => {
  const payments = connect({ hasAutomaticTax: true })
  const first = await payments.createCheckout(request(`before-${customer}`))
  const customerId = customer === 'known' ? stripe.books.pay(first.sessionId).customer : null
  const { sessionId } = await payments.createCheckout({ ...request(`tax-${customer}`), customerId })
  expect(stripe.books.sessions.get(sessionId)).toMatchObject({
    automatic_tax: { enabled: true },
    billing_address_collection: 'required',
  })
  const bought = stripe.books.pay(sessionId)
  stripe.books.prices.set('price_b', makePrice('price_b', 1999, 'month', 1))
  const prices = { week: 'price_a', month: 'price_b' }
  await connect({ hasAutomaticTax: true, prices }).changePlan(bought.id, 'month')
  now = bought.items.data[0]?.current_period_end ?? now
  stripe.books.advance()
  expect(stripe.books.subscriptions.get(bought.id)).toMatchObject({ automatic_tax: { enabled: true } })
  const without = await connect().createCheckout(request(`no-tax-${customer}`))
  expect(stripe.books.sessions.get(without.sessionId)?.automatic_tax.enabled).toBe(false)
})

it('follows no redirect, which could leak the key', async () => {
  stripe.setFault(() => 'redirect')
  await expect(connect().getSubscription('sub_00000000')).rejects.toBeInstanceOf(PaymentsUnavailable)
  expect(stripe.calls.filter((call) => call.includes('elsewhere'))).toEqual([])
})

it('caches prices for five minutes, serves stale ones for a day, then none', async () => {
  const payments = connect()
  await Promise.all([payments.listPrices(), payments.listPrices()])
  expect(stripe.calls).toEqual(['GET /v1/prices/price_a'])
  stripe.setFault(() => 'cut')
  now += 86_000
  expect(await payments.listPrices()).toHaveLength(1)
  now += 1_000
  await expect(payments.listPrices()).rejects.toBeInstanceOf(PaymentsUnavailable)
})

it('does not sell a price that is inactive or missing', async () => {
  stripe.books.prices.set('price_off', { ...makePrice('price_off', 1, 'week', 1), active: false })
  const payments = connect({ prices: { week: 'price_a', off: 'price_off', none: 'price_none' } })
  expect((await payments.listPrices()).map(({ productId }) => productId)).toEqual(['week'])
})

it('accepts events signed with either secret, but not from the other mode', async () => {
  const payments = connect({ webhookSecrets: ['whsec_new', 'whsec_1'] })
  stripe.books.emit('customer.subscription.updated', { object: 'subscription', id: 'sub_1' })
  const event = stripe.books.events.at(-1)
  if (!event) throw new Error('there was no event')
  for (const secret of ['whsec_new', 'whsec_1']) {
    const { rawBytes, signature } = stripe.sign(event, { secret })
    expect(payments.verifyEvent(rawBytes, signature)).toMatchObject({ id: event.id, subscriptionId: 'sub_1' })
  }
  const { rawBytes, signature } = stripe.sign(event, { secret: 'whsec_other' })
  expect(payments.verifyEvent(rawBytes, signature)).toBeNull()
  const live = stripe.sign({ ...event, livemode: true })
  expect(payments.verifyEvent(live.rawBytes, live.signature)).toBeNull()
  expect(connect({ secretKey: 'sk_live_1' }).verifyEvent(live.rawBytes, live.signature)).not.toBeNull()
})

it('reads an invoice of an older version of the API', () => {
  const object = { object: 'invoice', id: 'in_1', subscription: 'sub_old', payment_intent: 'pi_1' }
  const { rawBytes, signature } = stripe.sign({
    id: 'evt_old',
    object: 'event',
    api_version: '2024-06-20',
    type: 'invoice.paid',
    livemode: false,
    created: now,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  })
  expect(connect().verifyEvent(rawBytes, signature)).toMatchObject({ id: 'evt_old', subscriptionId: 'sub_old' })
})

it("returns the portal's address", async () => {
  const address = await connect().openCardPage({
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    returnUrl: 'http://app/subscription',
    changedUrl: 'http://app/subscription?card=changed',
  })
  expect(address).toContain(stripe.url)
})

it('reads every page of the disputes since a moment', async () => {
  const { sessionId } = await connect().createCheckout(request('disputed'))
  const { id } = stripe.books.pay(sessionId)
  const before = stripe.books.dispute(id)
  now += 1
  const since = Array.from({ length: 201 }, () => stripe.books.dispute(id).id)
  const listed = await connect().listDisputesSince(now)
  expect(listed.map((dispute) => dispute.id).toSorted()).toEqual(since.toSorted())
  expect(listed.map((dispute) => dispute.id)).not.toContain(before.id)
  expect(stripe.calls.filter((call) => call === 'GET /v1/disputes')).toHaveLength(3)
  stripe.setFault(() => 500)
  await expect(connect().listDisputesSince(now)).rejects.toBeInstanceOf(PaymentsUnavailable)
})
