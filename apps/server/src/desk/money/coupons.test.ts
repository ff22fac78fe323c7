import { randomUUID } from 'node:crypto'
import type { DeskRequestInput } from '@kitewise/contract/desk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsBuyer, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

const start = new Date('2026-05-10T12:00:00Z')
const reason = 'the spring campaign'

type Wish = DeskRequestInput<'createCoupon'>['body']

let number = 0
const half = (changes: Partial<Wish> = {}): Wish => {
  number += 1
  return {
    attempt: randomUUID(),
    code: `spring-${number}`,
    percentOff: 50,
    amountOff: null,
    currency: null,
    duration: 'forever',
    months: null,
    lastDay: null,
    maxRedemptions: null,
    productIds: null,
    reason,
    ...changes,
  }
}

const kinds = [
  ['the embedded provider', null],
  ['Stripe', () => startStripeWorld(start)],
] as const

describe.each(kinds)('coupons of %s', (_name, startWorld) => {
  let world: StripeWorld | null = null
  let server: TestServer
  let finance: Awaited<ReturnType<typeof actAsStaff>>
  beforeAll(async () => {
    world = startWorld && (await startWorld())
    server = world?.server ?? (await startTestServer({ now: start, catalog: onboardingCatalog() }))
    finance = await actAsStaff(server, 'finance')
  })
  afterAll(() => (world ?? server).close())
  beforeEach(() => (world ?? server).setNow(start))

  const create = (changes: Partial<Wish> = {}, staff = finance) => staff.call('createCoupon', { body: half(changes) })
  const make = async (changes: Partial<Wish> = {}) => (await create(changes)).body.data
  const rowOf = async (code: string) =>
    (await finance.call('listCoupons')).body.data.coupons.find((one) => one.code === code)
  const check = (code: string, registrationToken: string, productId = 'month') =>
    server.call('checkCoupon', { body: { code, productId, registrationToken } })
  const begin = (couponId: string, registrationToken: string) =>
    server.call('createCheckout', { body: { productId: 'month', couponId, registrationToken } })
  const pay = async (sessionId: string) => {
    if (world) world.stripe.books.pay(sessionId)
    else await payAt(server, sessionId)
  }

  it('are created once for an attempt, pressed twice too, with a code of their own', async () => {
    const body = half({ lastDay: '2026-06-30', maxRedemptions: 5, productIds: ['month'] })
    const both = await Promise.all([1, 2].map(() => finance.call('createCoupon', { body })))
    const again = await finance.call('createCoupon', { body })
    expect(new Set([...both, again].map((one) => one.body.data.id)).size).toBe(1)
    expect(await rowOf(body.code.toUpperCase())).toMatchObject({ state: 'active', redemptions: 0, maxRedemptions: 5 })
    expect((await finance.call('createCoupon', { body: { ...body, percentOff: 60 } })).error?.name).toBe(
      'attempt_reused',
    )
    expect((await create({ code: body.code })).error?.name).toBe('coupon_code_taken')
  })

  it('are refused to other roles, without the passkey, and when they make no sense', async () => {
    for (const role of ['support', 'content'] as const)
      expect((await create({}, await actAsStaff(server, role))).error?.name).toBe('not_permitted')
    expect((await create({}, await actAsStaff(server, 'owner'))).status).toBe(200)
    const early = await actAsStaff(server, 'finance', { steppedUp: false })
    expect((await create({}, early)).error?.name).toBe('step_up_required')
    for (const wrong of [
      { percentOff: 101 },
      { percentOff: null },
      { amountOff: 500, currency: 'usd' },
      { percentOff: null, amountOff: 500 },
      { duration: 'repeating' as const },
      { months: 3 },
      { lastDay: '2026-05-09' },
      { code: 'a b c d' },
    ])
      expect((await create(wrong)).status).toBe(400)
    expect((await create({ productIds: ['nothing'] })).error?.name).toBe('plan_not_found')
  })

  it('show the reduced price before paying, and are counted when it is paid', async () => {
    const coupon = await make({ duration: 'repeating', months: 3, maxRedemptions: 1 })
    const buyer = await actAsBuyer(server)
    const offer = (await check(` ${coupon.code.toLowerCase()} `, buyer.registrationToken)).body.data
    expect(offer).toMatchObject({ couponId: coupon.id, code: coupon.code, duration: 'repeating' })
    expect(offer.until).toBe(Date.parse('2026-08-10T12:00:00Z') / 1000)
    const plans = (await server.call('listPlans', {})).body.data
    const full = plans.find(({ productId }) => productId === 'month')?.unit_amount ?? 0
    expect(offer.unit_amount).toBe(full - Math.round(full / 2))
    const [one, two] = await Promise.all([1, 2].map(() => begin(coupon.id, buyer.registrationToken)))
    expect(two?.body.data.sessionId).toBe(one?.body.data.sessionId)
    const plain = await buyer.begin()
    expect(plain.sessionId).not.toBe(one?.body.data.sessionId)
    const { sessionId } = (await begin(coupon.id, buyer.registrationToken)).body.data
    expect((await rowOf(coupon.code))?.redemptions).toBe(0)
    await pay(sessionId)
    expect(await rowOf(coupon.code)).toMatchObject({ redemptions: 1, state: 'used up' })
    const late = await actAsBuyer(server)
    expect((await check(coupon.code, late.registrationToken)).error?.name).toBe('coupon_used_up')
    expect((await begin(coupon.id, late.registrationToken)).error?.name).toBe('coupon_used_up')
  })

  it('say why a code is refused, in the checkout too', async () => {
    const { registrationToken } = await actAsBuyer(server)
    const expired = await make({ lastDay: '2026-05-10' })
    const ended = await make()
    const other = await make({ productIds: ['week'] })
    const once = await make({ duration: 'once' })
    const params = { couponId: ended.id }
    for (let times = 0; times < 2; times += 1)
      expect((await finance.call('deactivateCoupon', { params, body: { reason } })).status).toBe(200)
    const unknown = { params: { couponId: 'promo_none0000' }, body: { reason } }
    expect((await finance.call('deactivateCoupon', unknown)).error?.name).toBe('not_found')
    ;(world ?? server).setNow(new Date('2026-05-11T12:00:00Z'))
    expect([(await rowOf(expired.code))?.state, (await rowOf(ended.code))?.state]).toEqual(['expired', 'deactivated'])
    for (const [{ code, id }, name] of [
      [expired, 'coupon_expired'],
      [ended, 'coupon_unknown'],
      [other, 'coupon_other_plan'],
      [once, 'coupon_no_trial'],
    ] as const) {
      expect((await check(code, registrationToken)).error?.name).toBe(name)
      expect((await begin(id, registrationToken)).error?.name).toBe(name)
    }
    expect((await check('NOBODY', registrationToken)).error?.name).toBe('coupon_unknown')
    expect((await check('%&!', registrationToken)).error?.name).toBe('coupon_unknown')
  })
})
