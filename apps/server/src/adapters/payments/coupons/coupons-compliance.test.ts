import { lastingDiscount, priceDue } from '@kitewise/rules/reduced-price'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePrice } from '../../../test-support/stripe/stripe-objects.ts'
import { startStripeServer, type StripeServer } from '../../../test-support/stripe/stripe-server.ts'
import { createTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts'
import { createEmbeddedPayments } from '../embedded-payments.ts'
import type { Payments, ProviderSubscription } from '../port.ts'
import { defaultPlans } from '../settings.ts'
import { createStripePayments } from '../stripe-payments.ts'
import type { Coupon, CouponRequest } from './port.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400
const monthly = defaultPlans.find(({ productId }) => productId === 'month')?.amount ?? 0

const lasting = ({ amount, discounts }: ProviderSubscription) => lastingDiscount(amount, discounts)
const due = ({ amount, discounts, currentPeriodEnd }: ProviderSubscription) =>
  priceDue(amount, discounts, currentPeriodEnd)

type World = { payments: Payments; pay: (sessionId: string) => Promise<void>; advance: () => Promise<void> }

let now = start
let database: TestDatabase
let stripe: StripeServer
let keys = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const options = { secretKey: 'sk_test_1', webhookSecret: 'whsec_one' }
  stripe = await startStripeServer({ ...options, now: () => Math.floor(now.getTime() / 1000) })
  for (const plan of defaultPlans)
    stripe.books.prices.set(
      `price_${plan.productId}`,
      makePrice(`price_${plan.productId}`, plan.amount, plan.interval, plan.intervalCount),
    )
})
afterAll(async () => {
  await stripe.close()
  await database.drop()
})
beforeEach(() => {
  now = start
})

const embeddedWorld = (): World => {
  const payments = createEmbeddedPayments({
    db: database.db,
    clock: () => now,
    publicUrl: 'http://app',
    plans: defaultPlans,
    seatPrices: [],
    webhookSecret: 's',
    taxRates: { DE: 19 },
  })
  const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/2040', cvc: '123', country: 'DE' }
  return {
    payments,
    pay: async (sessionId) => void (await payments.embedded?.pay(sessionId, card)),
    advance: async () => void (await payments.embedded?.advance(now)),
  }
}

const stripeWorld = (): World => ({
  payments: createStripePayments({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_one'],
    prices: Object.fromEntries(defaultPlans.map(({ productId }) => [productId, `price_${productId}`])),
    seatPrices: {},
    apiUrl: stripe.url,
    hasAutomaticTax: true,
    timeoutMs: 8_000,
    clock: () => now,
  }),
  pay: async (sessionId) => void stripe.books.pay(sessionId),
  advance: async () => stripe.books.advance(),
})

const half = (changes: object = {}): CouponRequest => {
  keys += 1
  return {
    code: `HALF-${keys}`,
    percentOff: 50,
    amountOff: null,
    currency: null,
    duration: 'forever',
    months: null,
    expiresAt: null,
    maxRedemptions: null,
    productIds: null,
    idempotencyKey: `coupon-${keys}`,
    ...changes,
  }
}

describe.each([
  ['the embedded provider', embeddedWorld],
  ['Stripe', stripeWorld],
])('coupons of %s', (_name, makeWorld) => {
  let world: World
  let payments: Payments
  beforeEach(() => {
    world = makeWorld()
    payments = world.payments
  })

  const make = async (changes: object = {}): Promise<Coupon> => {
    const made = await payments.coupons.create(half(changes))
    if (made === 'code_taken') throw new Error('the code is taken')
    return made
  }
  const begin = (couponId: string | null, trialDays = 0) => {
    keys += 1
    return payments.createCheckout({
      reference: `with-coupon-${keys}`,
      email: 'person@kitewise.example',
      customerId: null,
      productId: 'month',
      trialDays,
      couponId,
      successUrl: 'http://app/success?session_id={sessionId}',
      failedUrl: 'http://app/failed',
      canceledUrl: 'http://app/canceled',
      idempotencyKey: `checkout-with-coupon-${keys}`,
    })
  }
  const read = async (id: string): Promise<ProviderSubscription> => {
    const found = await payments.getSubscription(id)
    if (!found) throw new Error('the provider does not know the subscription')
    return found
  }
  const buy = async (couponId: string, trialDays = 0): Promise<ProviderSubscription> => {
    const { sessionId } = await begin(couponId, trialDays)
    await world.pay(sessionId)
    return read((await payments.getCheckout(sessionId))?.subscriptionId ?? '')
  }
  const renew = async (id: string) => {
    now = new Date((await read(id)).currentPeriodEnd * 1000)
    await world.advance()
  }
  const paid = async (subscription: ProviderSubscription) =>
    (await payments.listPayments(subscription)).map(({ amount, discount }) => [amount, discount])

  it('are created once for a key, with a code that no other active one has', async () => {
    const request = half({
      expiresAt: start.getTime() / 1000 + 5 * day,
      maxRedemptions: 3,
      productIds: ['month', 'week'],
    })
    const [made, again] = await Promise.all([payments.coupons.create(request), payments.coupons.create(request)])
    const { idempotencyKey: _key, ...terms } = request
    expect(made).toMatchObject({ ...terms, redemptions: 0, isActive: true })
    expect(again).toEqual(made)
    expect(await payments.coupons.create(half({ code: request.code }))).toBe('code_taken')
    expect(await payments.coupons.findByCode(request.code)).toEqual(made)
    expect((await payments.coupons.list()).filter(({ code }) => code === request.code)).toEqual([made])
    expect(await payments.coupons.findByCode('NOBODY')).toBeNull()
    expect(await payments.coupons.find('promo_none0000')).toBeNull()
  })

  it('reduce every payment, over a change of plan too, and count as a lasting discount', async () => {
    const coupon = await make()
    const subscription = await buy(coupon.id)
    const off = Math.round(monthly / 2)
    expect([subscription.amount, lasting(subscription), due(subscription)]).toEqual([monthly, off, monthly - off])
    await renew(subscription.id)
    expect(await paid(subscription)).toEqual([
      [monthly - off, off],
      [monthly - off, off],
    ])
    await payments.changePlan(subscription.id, 'twelve-weeks')
    await renew(subscription.id)
    expect((await paid(subscription))[0]).toEqual([5999 - 3000, 3000])
    expect((await payments.coupons.find(coupon.id))?.redemptions).toBe(1)
  })

  it('reduce one payment, or those of some months, and are no lasting discount then', async () => {
    const once = await buy((await make({ duration: 'once', percentOff: null, amountOff: 500, currency: 'usd' })).id)
    expect([lasting(once), due(once)]).toEqual([0, monthly])
    await renew(once.id)
    expect(await paid(once)).toEqual([
      [monthly, 0],
      [monthly - 500, 500],
    ])
    now = start
    const repeating = await buy((await make({ duration: 'repeating', months: 2, percentOff: 10 })).id, 7)
    for (let times = 0; times < 3; times += 1) await renew(repeating.id)
    const off = Math.round(monthly / 10)
    expect([lasting(repeating), due(repeating)]).toEqual([0, monthly - Math.round(monthly / 10)])
    expect(await paid(repeating)).toEqual([
      [monthly, 0],
      [monthly - off, off],
      [monthly - off, off],
    ])
  })

  it('that are once are used up by the zero invoice of a trial', async () => {
    const subscription = await buy((await make({ duration: 'once' })).id, 7)
    await renew(subscription.id)
    expect(await paid(subscription)).toEqual([[monthly, 0]])
  })

  it('take off everything at most, and ask for a card nevertheless', async () => {
    const amount = { percentOff: null, amountOff: monthly + 1, currency: 'usd' }
    for (const changes of [{ percentOff: 100 }, amount]) {
      const subscription = await buy((await make(changes)).id)
      expect([subscription.status, lasting(subscription)]).toEqual(['active', monthly])
      expect(subscription.paymentMethod?.card?.last4).toBe('4242')
      await renew(subscription.id)
      expect(await paid(subscription)).toEqual([])
    }
  })

  it('are refused when they are deactivated, over or used up, and kept by who has them', async () => {
    const used = await make({ maxRedemptions: 1 })
    const subscription = await buy(used.id)
    const ended = await make()
    expect(await payments.coupons.deactivate(ended.id)).toBe(true)
    expect(await payments.coupons.deactivate(ended.id)).toBe(true)
    expect(await payments.coupons.deactivate('promo_none0000')).toBe(false)
    const over = await make({ expiresAt: start.getTime() / 1000 + day })
    await payments.coupons.deactivate(used.id)
    now = new Date(start.getTime() + 2 * day * 1000)
    for (const { id } of [used, ended, over])
      await expect(begin(id)).rejects.toThrow(expect.objectContaining({ name: 'CouponRefused' }))
    expect(lasting(await read(subscription.id))).toBe(Math.round(monthly / 2))
    expect(await payments.coupons.create(half({ code: ended.code }))).toMatchObject({ isActive: true })
  })
})
