import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Coupon, CouponRequest } from '../../adapters/payments/coupons/port.ts'
import { actAsBuyer, goodCard, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { listQueuedMails } from '../../test-support/rows/mails.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { remindOfTrialEnds } from './billing-jobs.ts'
import { finishPlanChange } from './change-plan.ts'
import { advanceEmbeddedPayments } from './embedded-payments.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400_000
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())
beforeEach(() => server.setNow(start))

const half = async (changes: Partial<CouponRequest> = {}): Promise<Coupon> => {
  const key = randomUUID()
  const terms = { percentOff: 50, amountOff: null, currency: null, duration: 'forever', months: null } as const
  const limits = { expiresAt: null, maxRedemptions: null, productIds: null }
  const wish = { code: key.slice(0, 8).toUpperCase(), ...terms, ...limits, idempotencyKey: key, ...changes }
  const made = await server.context.payments.coupons.create(wish as CouponRequest)
  if (made === 'code_taken') throw new Error('the code is taken')
  return made
}

/** A learner who has bought a plan with a coupon. */
const buyWith = async (coupon: Coupon, productId = 'month', card = goodCard, isHeardLater = false) => {
  const { email, registrationToken, claim } = await actAsBuyer(server)
  const body = { productId, couponId: coupon.id, registrationToken }
  const begun = (await server.call('createCheckout', { body })).body.data
  if (isHeardLater) await server.context.payments.embedded?.pay(begun.sessionId, card)
  else await payAt(server, begun.sessionId, card)
  if (isHeardLater) server.setNow(new Date(start.getTime() + 5_000))
  const { pinSetupToken } = (await claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
  const token = await server.signIn(email, '4826')
  return {
    email,
    token,
    begin: () => server.call('createCheckout', { body }),
    shown: async () => (await server.call('userSubscription', { token })).body.data[0],
    mailed: async (template: string) =>
      (await listQueuedMails(server.context.db, email)).find((mail) => mail.template === template)?.values,
  }
}

const moveTo = async (days: number) => {
  server.setNow(new Date(start.getTime() + days * day))
  await advanceEmbeddedPayments(server.context)
}

describe('a reduced price', () => {
  it('is on the subscription page and in the mails as long as it lasts, and no longer', async () => {
    const coupon = await half({ duration: 'repeating', months: 2 })
    // Payments on 17 May, 17 June and 17 July, of which the card refuses the last; the coupon ends on 10 July.
    const learner = await buyWith(coupon, 'month', { ...goodCard, expiry: '06/26' })
    const until = Date.parse('2026-07-10T12:00:00Z') / 1000
    expect(await learner.shown()).toMatchObject({ status: 'trialing', discount: { unit_amount: 1499, until } })
    await moveTo(5)
    await remindOfTrialEnds(server.context)
    expect(await learner.mailed('trial_ending')).toMatchObject({ price: '$14.99' })
    await moveTo(7)
    expect((await learner.shown())?.discount).toEqual({ unit_amount: 1499, until })
    await moveTo(38)
    expect((await learner.shown())?.discount).toBeUndefined()
    await moveTo(68)
    expect(await learner.mailed('payment_failed')).toMatchObject({ price: '$29.99' })
  })

  it('is what the mail about a refused payment names', async () => {
    const learner = await buyWith(await half(), 'month', { ...goodCard, expiry: '05/26' })
    await moveTo(38)
    expect(await learner.mailed('payment_failed')).toMatchObject({ price: '$14.99' })
  })

  it('is that of the next plan after a change, on the page and in the mail', async () => {
    const learner = await buyWith(await half(), 'week')
    expect((await learner.shown())?.discount).toEqual({ unit_amount: 499, until: null })
    const [stored] = await listStored(server, learner.email)
    const userId = await findUserId(server.context.db, learner.email)
    const finance = await actAsStaff(server, 'finance')
    const attempt = randomUUID()
    const params = { userId, subscriptionId: stored?.id ?? '' }
    const body = { attempt, productId: 'twelve-weeks', reason: 'asked by phone' }
    expect((await finance.call('changePersonsPlan', { params, body })).status).toBe(200)
    await finishPlanChange(server.context, { changeId: attempt })
    expect(await learner.shown()).toMatchObject({ next_price: { unit_amount: 5999 }, discount: { unit_amount: 2999 } })
    expect(await learner.mailed('plan_changed')).toMatchObject({ price: '$29.99' })
  })

  it('is the price of the contract in the receipt of a withdrawal', async () => {
    const learner = await buyWith(await half({ duration: 'once' }), 'twelve-weeks', goodCard, true)
    expect((await learner.shown())?.discount).toBeUndefined()
    const [stored] = await listStored(server, learner.email)
    const body = { subscriptionId: stored?.id ?? '', name: 'Ada' }
    expect((await server.call('withdraw', { token: learner.token, body })).status).toBe(200)
    expect(await learner.mailed('withdrawal_receipt')).toMatchObject({ price: '$29.99' })
  })

  it('bought with the last use of a code is not refused to its buyer who presses the button again', async () => {
    const learner = await buyWith(await half({ maxRedemptions: 1 }), 'week')
    const again = await learner.begin()
    expect([again.status, again.body.data.url]).toEqual([200, expect.stringContaining('/subscription/success')])
  })
})
