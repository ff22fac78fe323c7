import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePrice } from '../../test-support/stripe/stripe-objects.ts'
import { startStripeServer, type StripeServer } from '../../test-support/stripe/stripe-server.ts'
import { findEmailAtProvider, findRefund } from '../../test-support/rows/billing.ts'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { createEmbeddedPayments } from './embedded-payments.ts'
import type { CheckoutRequest, Payments, ProviderSubscription } from './port.ts'
import { defaultPlans } from './settings.ts'
import { createStripePayments } from './stripe-payments.ts'

const start = new Date('2026-05-10T12:00:00Z')
const prices = { week: 'price_a', 'four-weeks': 'price_b', month: 'price_c', 'twelve-weeks': 'price_d' }

const seatPrices = [{ interval: 'month', amount: 1900, currency: 'usd' }] as const

type Signed = { rawBytes: Buffer; signature: string }

/** A provider with a paying customer and a clock that the test controls. */
type World = {
  payments: Payments
  /** `goodForMonths`: how long the card is valid. `card`: identifies the card; a shared one by default. */
  pay: (sessionId: string, goodForMonths?: number, card?: 'mine' | 'yours' | 'disputing') => Promise<void>
  /** Makes the provider process everything due. */
  advance: () => Promise<void>
  /** New events since the last call, as sent. */
  takeEvents: () => Promise<Signed[]>
  /** Changes the card on the provider's page. */
  changeCard: (address: string, subscription: ProviderSubscription) => Promise<void>
  /** The customer's address at the provider; null when the customer is unknown. */
  emailOf: (customerId: string) => Promise<string | null>
  /** The total refunded on a subscription, in cents. */
  refundedOf: (subscriptionId: string) => Promise<number>
}

let now = start
let database: TestDatabase
let stripe: StripeServer
let keys = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const options = { secretKey: 'sk_test_1', webhookSecret: 'whsec_one' }
  stripe = await startStripeServer({ ...options, now: () => Math.floor(now.getTime() / 1000) })
  for (const plan of defaultPlans) {
    const id = prices[plan.productId as keyof typeof prices]
    stripe.books.prices.set(id, makePrice(id, plan.amount, plan.interval, plan.intervalCount))
  }
})
afterAll(async () => {
  await stripe.close()
  await database.drop()
})
beforeEach(() => {
  now = start
})

const clock = () => now

const embeddedWorld = (): World => {
  const parts = {
    db: database.db,
    clock,
    publicUrl: 'http://app',
    plans: defaultPlans,
    seatPrices,
    webhookSecret: 's',
    taxRates: { DE: 19 },
  }
  const payments = createEmbeddedPayments(parts)
  return {
    payments,
    pay: async (sessionId, goodForMonths = 40, card) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + goodForMonths, 1))
      const expiry = `${month.getUTCMonth() + 1}/${month.getUTCFullYear()}`
      const ownCards = {
        mine: '4242 4200 0000 0000',
        yours: '4242 4200 0000 0018',
        disputing: '4242 4200 0008 0259',
      }
      const cardNumber = card ? ownCards[card] : '4242 4242 4242 4242'
      await payments.embedded?.pay(sessionId, { cardNumber, expiry, cvc: '123', country: 'DE' })
    },
    advance: async () => void (await payments.embedded?.advance(now)),
    takeEvents: async () => {
      const taken: Signed[] = []
      await payments.embedded?.deliverEvents(async (rawBytes, signature) => taken.push({ rawBytes, signature }) > 0)
      return taken
    },
    changeCard: async (address) => {
      const card = { cardNumber: '4242 4242 4242 4242', expiry: '11/41', cvc: '123' }
      await payments.embedded?.changeCard(address.split('/').pop() ?? '', card)
    },
    emailOf: (customerId) => findEmailAtProvider(database.db, customerId),
    refundedOf: (id) => findRefund(database.db, id),
  }
}

const stripeWorld = (): World => {
  const webhookSecrets = ['whsec_two', 'whsec_one']
  const parts = {
    secretKey: 'sk_test_1',
    webhookSecrets,
    prices,
    seatPrices: {},
    apiUrl: stripe.url,
    hasAutomaticTax: true,
    timeoutMs: 8_000,
    clock,
  }
  const { books } = stripe
  let taken = books.events.length
  return {
    payments: createStripePayments(parts),
    pay: async (sessionId, goodForMonths = 40, card) => {
      const { id } = books.pay(sessionId, card)
      if (goodForMonths === 0) books.badCards.add(id)
      if (card === 'disputing') books.dispute(id)
    },
    advance: async () => books.advance(),
    takeEvents: async () => {
      const fresh = books.events.slice(taken)
      taken = books.events.length
      return fresh.map((event) => stripe.sign(event))
    },
    changeCard: async (_address, { customerId }) => books.changeCard(customerId, '4444'),
    emailOf: async (customerId) => books.customers.get(customerId)?.email ?? null,
    refundedOf: async (id) => books.payments.get(books.subscriptions.get(id)?.latest_invoice ?? '')?.refunded ?? 0,
  }
}

const newKey = (): string => {
  keys += 1
  return `change-${keys}`
}

const wish = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => {
  keys += 1
  return {
    reference: `ref-${keys}`,
    email: 'person@kitewise.example',
    customerId: null,
    productId: 'month',
    trialDays: 7,
    couponId: null,
    successUrl: 'http://app/subscription/success?session_id={sessionId}',
    failedUrl: 'http://app/subscription/failed',
    canceledUrl: 'http://app/subscription/failed?reason=canceled',
    idempotencyKey: `key-${keys}`,
    ...changes,
  }
}

describe.each([
  ['the embedded provider', embeddedWorld],
  ['Stripe', stripeWorld],
])('%s', (_name, makeWorld) => {
  let world: World
  let payments: Payments
  beforeEach(async () => {
    world = makeWorld()
    payments = world.payments
    await world.takeEvents()
  })

  const buy = async (changes: Partial<CheckoutRequest> = {}, goodForMonths = 40): Promise<ProviderSubscription> => {
    const { sessionId } = await payments.createCheckout(wish(changes))
    await world.pay(sessionId, goodForMonths)
    const checkout = await payments.getCheckout(sessionId)
    return read(checkout?.subscriptionId ?? '')
  }
  const read = async (id: string): Promise<ProviderSubscription> => {
    const subscription = await payments.getSubscription(id)
    if (!subscription) throw new Error('the provider does not know the subscription')
    return subscription
  }
  const payWith = async (card: 'mine' | 'yours') => {
    const { sessionId } = await payments.createCheckout(wish())
    await world.pay(sessionId, 40, card)
    const checkout = await payments.getCheckout(sessionId)
    return (await read(checkout?.subscriptionId ?? '')).cardFingerprint
  }
  const told = async () =>
    (await world.takeEvents()).map(({ rawBytes, signature }) => payments.verifyEvent(rawBytes, signature))
  const moveTo = async (moment: number) => {
    now = new Date(moment * 1000)
    await world.advance()
  }

  it('returns the price of every plan', async () => {
    const listed = await payments.listPrices()
    expect(listed.find(({ productId }) => productId === 'twelve-weeks')).toMatchObject({
      amount: 5999,
      currency: 'usd',
      interval: 'week',
      intervalCount: 12,
    })
    expect(listed).toHaveLength(4)
  })

  it('creates one checkout per key, however often it is requested', async () => {
    const request = wish()
    const answers = await Promise.all([1, 2, 3].map(() => payments.createCheckout(request)))
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1)
    const [first] = answers
    expect(first?.sessionId).toMatch(/^[A-Za-z0-9_]{8,128}$/)
    expect(await payments.getCheckout(first?.sessionId ?? '')).toMatchObject({
      status: 'open',
      reference: request.reference,
      subscriptionId: null,
    })
    await expect(payments.createCheckout({ ...request, productId: 'week' })).rejects.toThrow('dempoten')
  })

  it('returns nothing for unknown ids', async () => {
    expect(await payments.getCheckout('cs_none0000')).toBeNull()
    expect(await payments.getSubscription('sub_none0000')).toBeNull()
    expect(await payments.expireCheckout('cs_none0000')).toBeNull()
    await payments.cancelNow('sub_none0000')
  })

  it('sends mail only to the customer’s current address', async () => {
    const [mover, other] = [await buy(), await buy()]
    for (let times = 0; times < 2; times += 1)
      await payments.changeCustomerEmail(mover.customerId, 'new@kitewise.example')
    await payments.changeCustomerEmail('cus_none0000', 'none@kitewise.example')
    expect(await world.emailOf(mover.customerId)).toBe('new@kitewise.example')
    expect(await world.emailOf(other.customerId)).toBe('person@kitewise.example')
    expect(await world.emailOf('cus_none0000')).toBe(null)
  })

  it('starts a trial when the checkout is paid', async () => {
    const subscription = await buy({ reference: 'mine' })
    const end = start.getTime() / 1000 + 7 * 86_400
    expect(subscription).toMatchObject({
      reference: 'mine',
      status: 'trialing',
      trialEnd: end,
      currentPeriodEnd: end,
      cancelAtPeriodEnd: false,
      productId: 'month',
      amount: 2999,
      currency: 'usd',
      interval: 'month',
      intervalCount: 1,
    })
    expect(subscription.id).toMatch(/^sub_[A-Za-z0-9]{8,64}$/)
  })

  it('starts without a trial when none is requested, for a known customer', async () => {
    const first = await buy()
    const second = await buy({ productId: 'week', trialDays: 0, customerId: first.customerId })
    expect(second).toMatchObject({ status: 'active', trialEnd: null, customerId: first.customerId })
    expect(second.currentPeriodEnd).toBe(start.getTime() / 1000 + 7 * 86_400)
  })

  it('expires a checkout permanently unless it was already paid', async () => {
    const { sessionId } = await payments.createCheckout(wish())
    expect(await payments.expireCheckout(sessionId)).toMatchObject({ status: 'expired' })
    expect(await payments.expireCheckout(sessionId)).toMatchObject({ status: 'expired' })
    await world.pay(sessionId).catch(() => {})
    expect(await payments.getCheckout(sessionId)).toMatchObject({ status: 'expired', subscriptionId: null })
    const paid = await payments.createCheckout(wish())
    await world.pay(paid.sessionId)
    expect(await payments.expireCheckout(paid.sessionId)).toMatchObject({ status: 'complete' })
  })

  it('renews at the end of the trial and of each period', async () => {
    const trial = await buy()
    await moveTo(trial.currentPeriodEnd - 1)
    expect(await read(trial.id)).toMatchObject({ status: 'trialing' })
    await moveTo(trial.currentPeriodEnd)
    const active = await read(trial.id)
    expect(active.status).toBe('active')
    expect(active.currentPeriodEnd - trial.currentPeriodEnd).toBeGreaterThanOrEqual(28 * 86_400)
    await moveTo(active.currentPeriodEnd)
    expect((await read(trial.id)).currentPeriodEnd).toBeGreaterThan(active.currentPeriodEnd)
  })

  it('is past due when a renewal fails, and ends after two weeks', async () => {
    // The embedded card expires at the end of May; at Stripe, the renewal is made to fail.
    const { id, currentPeriodEnd } = await buy({ productId: 'four-weeks', trialDays: 0 }, 0)
    await moveTo(currentPeriodEnd)
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    await moveTo(currentPeriodEnd + 14 * 86_400)
    expect(await read(id)).toMatchObject({ status: 'canceled' })
  })

  it('runs to the end of the period when canceled, or ends immediately', async () => {
    const { id, currentPeriodEnd } = await buy()
    await payments.cancelAtPeriodEnd(id, newKey())
    expect(await read(id)).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: true })
    await moveTo(currentPeriodEnd)
    expect(await read(id)).toMatchObject({ status: 'canceled' })
    const other = await buy()
    await payments.cancelNow(other.id)
    await payments.cancelNow(other.id)
    expect(await read(other.id)).toMatchObject({ status: 'canceled' })
  })

  it('knows the tax that a payment includes and the country, at a renewal too', async () => {
    const trial = await buy()
    await moveTo(trial.currentPeriodEnd)
    const { currentPeriodEnd } = await read(trial.id)
    await payments.changePlan(trial.id, 'week')
    await moveTo(currentPeriodEnd)
    expect(await payments.listPayments(trial)).toMatchObject([
      { amount: 999, tax: 160, country: 'DE' },
      { amount: 2999, tax: 479, country: 'DE' },
    ])
  })

  it('changes the plan with the next payment, at the end of the trial or the period', async () => {
    const week = { productId: 'week', amount: 999, interval: 'week', intervalCount: 1 }
    for (const trialDays of [7, 0]) {
      const before = await buy({ trialDays })
      for (let times = 0; times < 2; times += 1) expect(await payments.changePlan(before.id, 'week')).toBe('changed')
      expect(await read(before.id)).toEqual({ ...before, nextPlan: week })
      await moveTo(before.currentPeriodEnd - 1)
      expect(await read(before.id)).toEqual({ ...before, nextPlan: week })
      await told()
      await moveTo(before.currentPeriodEnd)
      const after = await read(before.id)
      expect(after).toMatchObject({ ...week, status: 'active', nextPlan: null, reference: before.reference })
      expect(after.currentPeriodEnd).toBe(before.currentPeriodEnd + 7 * 86_400)
      expect((await payments.listPayments(after))[0]).toMatchObject({ status: 'paid', amount: 999 })
      expect((await told()).some((event) => event?.subscriptionId === before.id)).toBe(true)
      expect(await payments.changePlan(before.id, 'week')).toBe('changed')
      await moveTo(after.currentPeriodEnd)
      expect(await read(before.id)).toMatchObject({ ...week, nextPlan: null })
      now = start
    }
  })

  it('drops a change of plan for another one, for the current plan, and with a cancellation', async () => {
    const before = await buy()
    await payments.changePlan(before.id, 'week')
    await payments.changePlan(before.id, 'four-weeks')
    expect((await read(before.id)).nextPlan).toMatchObject({ productId: 'four-weeks', amount: 2499 })
    expect(await payments.changePlan(before.id, 'month')).toBe('changed')
    expect(await read(before.id)).toEqual(before)
    await payments.changePlan(before.id, 'week')
    await payments.cancelAtPeriodEnd(before.id, newKey())
    expect(await read(before.id)).toEqual({ ...before, cancelAtPeriodEnd: true })
    expect(await payments.changePlan(before.id, 'week')).toBe('refused')
    await payments.resume(before.id, newKey())
    await payments.changePlan(before.id, 'week')
    await payments.cancelNow(before.id)
    expect((await read(before.id)).status).toBe('canceled')
  })

  it('keeps the new card over a change of plan', async () => {
    const bought = await buy()
    await payments.changePlan(bought.id, 'week')
    const { id: subscriptionId, customerId } = bought
    const page = { subscriptionId, customerId, returnUrl: 'http://app/back', changedUrl: 'http://app/changed' }
    await world.changeCard(await payments.openCardPage(page), bought)
    await payments.adoptCard(bought.id)
    const changed = (await read(bought.id)).paymentMethod
    expect(changed).not.toEqual(bought.paymentMethod)
    await moveTo(bought.currentPeriodEnd)
    expect(await read(bought.id)).toMatchObject({ productId: 'week', paymentMethod: changed })
  })

  it('refuses to change the plan when it has ended, is unpaid or unknown, and to a plan without a price', async () => {
    const ended = await buy()
    await payments.cancelNow(ended.id)
    const unpaid = await buy({ productId: 'four-weeks', trialDays: 0 }, 0)
    await moveTo(unpaid.currentPeriodEnd)
    for (const id of [ended.id, unpaid.id, 'sub_none0000'])
      expect(await payments.changePlan(id, 'week')).toBe('refused')
    expect(await payments.changePlan((await buy()).id, 'lifetime')).toBe('refused')
  })

  it('refunds a payment once, and nothing without a payment', async () => {
    const [trial, paid, other] = [await buy(), await buy({ productId: 'week', trialDays: 0 }), await buy()]
    for (const id of [trial.id, paid.id, paid.id, 'sub_none0000']) await payments.refundAll(id)
    await payments.cancelNow(paid.id)
    await payments.refundAll(paid.id)
    expect(await world.refundedOf(trial.id)).toBe(0)
    expect(await world.refundedOf(paid.id)).toBe(999)
    await moveTo(other.currentPeriodEnd)
    await payments.refundAll(other.id)
    expect(await world.refundedOf(other.id)).toBe(2999)
  })

  it('refunds parts of a payment, each key once, and never more than is left', async () => {
    const subscription = await buy({ productId: 'week', trialDays: 0 })
    const [payment] = await payments.listPayments(subscription)
    await told()
    const refund = (amount: number, idempotencyKey: string, chargeId = payment?.chargeId ?? '') =>
      payments.refundAmount({ subscriptionId: subscription.id, chargeId, amount, idempotencyKey })
    const [first, second] = [newKey(), newKey()]
    expect(await Promise.all([refund(300, first), refund(300, first)])).toEqual(['refunded', 'refunded'])
    expect(await refund(700, second)).toBe('refused')
    expect(await refund(300, first)).toBe('refunded')
    expect(await world.refundedOf(subscription.id)).toBe(300)
    expect(await refund(699, newKey())).toBe('refunded')
    expect(await payments.listPayments(subscription)).toMatchObject([{ amount: 999, refunded: 999 }])
    const refunded = await payments.listRefundedSince(start.getTime() / 1000 - 1)
    expect(refunded).toContainEqual({ chargeId: payment?.chargeId, refunded: 999 })
    expect(await refund(1, newKey())).toBe('refused')
    expect(await refund(1, newKey(), 'pi_none0000')).toBe('refused')
    const events = await told()
    expect(events).toHaveLength(2)
    expect(events.every((event) => event?.concernsPayment)).toBe(true)
  })

  it('lists disputes, with an event for each change, and a lost one after its deadline', async () => {
    const quiet = await buy({ productId: 'week', trialDays: 0 })
    const [undisputed] = await payments.listPayments(quiet)
    expect(await payments.listDisputes(undisputed?.chargeId ?? '')).toEqual([])
    expect(await payments.listDisputes('pi_none0000')).toEqual([])
    const { sessionId } = await payments.createCheckout(wish({ productId: 'twelve-weeks', trialDays: 0 }))
    await told()
    await world.pay(sessionId, 40, 'disputing')
    const subscription = await read((await payments.getCheckout(sessionId))?.subscriptionId ?? '')
    const [payment] = await payments.listPayments(subscription)
    const chargeId = payment?.chargeId ?? ''
    expect((await told()).filter((event) => event?.chargeId === chargeId && event.concernsPayment)).toHaveLength(1)
    const seconds = start.getTime() / 1000
    const dueAt = seconds + 7 * 86_400
    const dispute = { chargeId, amount: 5999, currency: 'usd', reason: 'fraudulent', openedAt: seconds, isLive: false }
    expect(await payments.listDisputes(chargeId)).toMatchObject([{ ...dispute, status: 'open', dueAt }])
    expect(await payments.listDisputesSince(seconds)).toMatchObject([{ ...dispute, status: 'open', dueAt }])
    expect(await payments.listDisputesSince(seconds + 1)).toEqual([])
    const refund = { subscriptionId: subscription.id, chargeId, amount: 1, idempotencyKey: newKey() }
    expect(await payments.refundAmount(refund)).toBe('refused')
    await moveTo(dueAt)
    expect(await payments.listDisputes(chargeId)).toMatchObject([{ ...dispute, status: 'lost' }])
    expect((await told()).filter((event) => event?.chargeId === chargeId)).toHaveLength(1)
  })

  it('lists what was charged, refused and refunded, newest first, and nothing for a trial', async () => {
    const paymentsOf = async (subscription: ProviderSubscription) =>
      (await payments.listPayments(subscription)).map(({ status, amount, refunded, failedAttempts }) => ({
        status,
        amount,
        refunded,
        failedAttempts,
      }))
    const trial = await buy()
    expect([await paymentsOf(trial), trial.latestPaymentId]).toEqual([[], null])
    await moveTo(trial.currentPeriodEnd)
    const renewed = await read(trial.id)
    const [first] = await payments.listPayments(renewed)
    expect(first).toMatchObject({ id: renewed.latestPaymentId, currency: 'usd', isLive: false })
    expect([first?.createdAt, first?.paidAt]).toEqual([trial.currentPeriodEnd, trial.currentPeriodEnd])
    const paid = { status: 'paid', amount: 2999, refunded: 0, failedAttempts: 0 }
    expect(await paymentsOf(renewed)).toEqual([paid])
    await payments.refundAll(renewed.id)
    expect(await paymentsOf(renewed)).toEqual([{ ...paid, refunded: 2999 }])
    await moveTo(renewed.currentPeriodEnd)
    expect(await paymentsOf(renewed)).toEqual([paid, { ...paid, refunded: 2999 }])
  })

  it('lists a refused payment', async () => {
    const subscription = await buy({ productId: 'four-weeks', trialDays: 0 }, 0)
    await moveTo(subscription.currentPeriodEnd)
    const [newest, before] = await payments.listPayments(subscription)
    expect(newest).toMatchObject({ status: 'failed', amount: 2499, failedAttempts: 1, chargeId: null, paidAt: null })
    expect(before).toMatchObject({ status: 'paid', failedAttempts: 0 })
    expect(before?.chargeId).not.toBeNull()
  })

  it('says of an event whether it concerns a payment, and which one was refunded', async () => {
    const subscription = await buy({ productId: 'week', trialDays: 0 })
    expect((await told()).some((event) => event?.concernsPayment)).toBe(true)
    await payments.refundAll(subscription.id)
    const [payment] = await payments.listPayments(subscription)
    const event = (await told()).at(-1)
    expect(event?.concernsPayment).toBe(true)
    expect(event?.subscriptionId === subscription.id || event?.chargeId === payment?.chargeId).toBe(true)
    await payments.cancelNow(subscription.id)
  })

  it('sends a signed event for every change, with the id of the object to read', async () => {
    const { id, currentPeriodEnd } = await buy()
    const begun = await told()
    expect(begun.filter((event) => event?.subscriptionId === id).length).toBeGreaterThanOrEqual(2)
    expect(begun.some((event) => event?.sessionId !== null)).toBe(true)
    await moveTo(currentPeriodEnd)
    const renewed = await told()
    expect(renewed.every((event) => event?.subscriptionId === id)).toBe(true)
    expect(renewed.length).toBeGreaterThan(0)
    expect(new Set([...begun, ...renewed].map((event) => event?.id)).size).toBe(begun.length + renewed.length)
  })

  it('accepts an event only unmodified and within 300 seconds', async () => {
    await buy()
    const [event] = await world.takeEvents()
    if (!event) throw new Error('there was no event')
    const { rawBytes, signature } = event
    const changed = Buffer.from(rawBytes)
    changed[changed.length - 2] = (changed.at(-2) ?? 0) ^ 1
    const other = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
    const later = signature.replace(/t=\d+/, `t=${start.getTime() / 1000 + 1}`)
    expect(payments.verifyEvent(rawBytes, signature)).not.toBeNull()
    for (const forged of [null, '', 'x', 't=1,v1=', other, later])
      expect(payments.verifyEvent(rawBytes, forged)).toBeNull()
    expect(payments.verifyEvent(changed, signature)).toBeNull()
    expect(payments.verifyEvent(Buffer.alloc(0), signature)).toBeNull()
    now = new Date(start.getTime() + 300_000)
    expect(payments.verifyEvent(rawBytes, signature)).not.toBeNull()
    now = new Date(start.getTime() + 301_000)
    expect(payments.verifyEvent(rawBytes, signature)).toBeNull()
  })

  it('tells cards apart and recognizes a card used by another customer', async () => {
    const [mine, yours, mineAgain] = [await payWith('mine'), await payWith('yours'), await payWith('mine')]
    expect(mine).toMatch(/.{4}/)
    expect(mineAgain).toBe(mine)
    expect(yours).not.toBe(mine)
    expect(mine).not.toContain('0000')
  })

  it('continues when the cancellation is undone', async () => {
    const { id, currentPeriodEnd } = await buy()
    await payments.cancelAtPeriodEnd(id, newKey())
    await payments.resume(id, newKey())
    expect(await read(id)).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: false })
    await moveTo(currentPeriodEnd)
    expect(await read(id)).toMatchObject({ status: 'active' })
  })

  it('ignores a repeated request with the same key, however late', async () => {
    const { id } = await buy()
    const key = newKey()
    await payments.cancelAtPeriodEnd(id, key)
    await payments.cancelAtPeriodEnd(id, key)
    await payments.resume(id, newKey())
    await payments.cancelAtPeriodEnd(id, key)
    expect(await read(id)).toMatchObject({ cancelAtPeriodEnd: false })
  })

  it('does not change a subscription that has ended or is unknown', async () => {
    const { id } = await buy()
    await payments.cancelNow(id)
    await payments.cancelAtPeriodEnd(id, newKey())
    await payments.resume(id, newKey())
    await payments.resume('sub_none0000', newKey())
    await payments.adoptCard('sub_none0000')
    expect(await read(id)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false })
  })

  it('deletes a customer and ends their subscriptions immediately', async () => {
    const { id, customerId } = await buy()
    const other = await buy()
    await payments.forgetCustomer(customerId)
    await payments.forgetCustomer(customerId)
    await payments.forgetCustomer('cus_none0000')
    expect((await payments.getSubscription(id))?.status ?? 'gone').toMatch(/canceled|gone/)
    expect((await read(other.id)).status).toBe('trialing')
  })

  it('deletes a checkout, which can then no longer be paid', async () => {
    const { sessionId } = await payments.createCheckout(wish())
    await payments.forgetCheckout(sessionId)
    await payments.forgetCheckout(sessionId)
    await payments.forgetCheckout('cs_none0000')
    await world.pay(sessionId).catch(() => {})
    expect((await payments.getCheckout(sessionId))?.status ?? 'gone').toMatch(/expired|gone/)
  })

  it('returns the payment method and a page for changing the card', async () => {
    const subscription = await buy()
    expect(subscription.paymentMethod).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } })
    const { id, customerId } = subscription
    const request = {
      subscriptionId: id,
      customerId,
      returnUrl: 'http://app/s',
      changedUrl: 'http://app/s?card=changed',
    }
    const address = await payments.openCardPage(request)
    expect(address).toMatch(/^http:/)
    expect(await payments.openCardPage(request)).not.toBe(address)
    await payments.adoptCard(id)
    expect((await read(id)).paymentMethod).toEqual(subscription.paymentMethod)
    await world.changeCard(address, subscription)
    await payments.adoptCard(id)
    const changed = (await read(id)).paymentMethod
    expect(changed?.card).toMatchObject({ brand: 'visa', last4: expect.stringMatching(/^\d{4}$/) })
    expect(changed).not.toEqual(subscription.paymentMethod)
  })
})
