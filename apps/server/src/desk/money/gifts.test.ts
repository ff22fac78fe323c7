import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseNow } from '../../features/privacy/delete-account.ts'
import { actAsBuyer } from '../../test-support/act-as-buyer.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400
const reason = 'winners of the May contest'

let world: StripeWorld
let finance: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  world = await startStripeWorld(start)
  finance = await actAsStaff(world.server, 'finance')
})
afterAll(() => world.close())
beforeEach(() => world.setNow(start))

const create = (changes: object = {}, staff = finance) =>
  staff.call('createGifts', {
    body: { attempt: randomUUID(), count: 1, days: 30, lastDay: '2026-06-30', note: 'Contest', reason, ...changes },
  })
const createOne = async (changes: object = {}): Promise<string> =>
  (await create(changes)).body.data.codes[0] ?? 'no code'
const join = () => actAsLearner(world.server, { subscription: null })
const redeem = (token: string, code: string, on = world.server) => on.call('redeemGift', { token, body: { code } })
const rowOf = async (code: string) =>
  (await finance.call('listGifts')).body.data.rows.find(({ hint }) => hint === code.slice(-4))

describe('gift codes at the desk', () => {
  it('are created once for an attempt, and stored so that nobody can read them', async () => {
    const attempt = randomUUID()
    const made = await create({ attempt, count: 100 })
    expect(new Set(made.body.data.codes).size).toBe(100)
    expect((await create({ attempt, count: 100 })).error?.name).toBe('attempt_reused')
    const stored = JSON.stringify(await world.server.context.db`select * from gift_codes, gift_batches`)
    for (const code of made.body.data.codes) expect(stored).not.toContain(code.replaceAll('-', '').slice(0, 8))
    const { rows, total } = (await finance.call('listGifts', { query: 'page=2' })).body.data
    expect([rows.length, total]).toEqual([50, 100])
  })

  it('are found by state, note and who created them, on the page and in the CSV', async () => {
    await create({ note: 'Spring contest', count: 2 })
    for (const [query, count] of [
      ['text=sprING', 2],
      ['text=spring&state=open', 2],
      ['text=spring&state=void', 0],
      [`text=${encodeURIComponent(finance.name)}&state=expired`, 0],
    ] as const) {
      expect((await finance.call('listGifts', { query })).body.data.total).toBe(count)
      const { text } = await finance.call('exportGifts', { query })
      expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(count === 0 ? 0 : count + 1)
    }
    expect((await finance.call('exportGifts', { query: 'text=spring' })).text).toMatch(/^id,batchId,hint,days,note,/)
  })

  it('are refused to other roles, without the passkey, and with a last day in the past', async () => {
    expect((await create({}, await actAsStaff(world.server, 'support'))).error?.name).toBe('not_permitted')
    const early = await actAsStaff(world.server, 'finance', { steppedUp: false })
    expect((await create({}, early)).error?.name).toBe('step_up_required')
    for (const wrong of [{ lastDay: '2026-05-09' }, { days: 6 }, { days: 366 }, { count: 101 }])
      expect((await create(wrong)).status).toBe(400)
  })

  it('show who redeemed them, also after the account is gone', async () => {
    const [code, learner] = [await createOne(), await join()]
    expect(await rowOf(code)).toMatchObject({ state: 'open', redeemedBy: null, staffName: 'A finance', days: 30 })
    await redeem(learner.token, code)
    expect(await rowOf(code)).toMatchObject({ state: 'redeemed', redeemedBy: learner.id })
    await eraseNow(world.server.context, learner.id)
    expect(await rowOf(code)).toMatchObject({ state: 'redeemed', redeemedBy: null })
    expect((await redeem((await join()).token, code)).error?.name).toBe('gift_code_used')
  })

  it('are voided alone or with their batch; redeemed ones stay', async () => {
    const made = (await create({ count: 3 })).body.data.codes
    const [first = '', second = '', third = ''] = made
    const learner = await join()
    await redeem(learner.token, first)
    const row = await rowOf(second)
    const params = { batchId: row?.batchId ?? 'no batch' }
    expect((await finance.call('voidGifts', { params, body: { giftId: row?.id ?? 'no code', reason } })).status).toBe(
      200,
    )
    expect((await rowOf(third))?.state).toBe('open')
    expect((await redeem(learner.token, second)).error?.name).toBe('gift_code_void')
    for (let times = 0; times < 2; times += 1)
      expect((await finance.call('voidGifts', { params, body: { reason } })).status).toBe(200)
    expect([(await rowOf(first))?.state, (await rowOf(third))?.state]).toEqual(['redeemed', 'void'])
    const unknown = { params: { batchId: randomUUID() }, body: { reason } }
    expect((await finance.call('voidGifts', unknown)).error?.name).toBe('not_found')
  })
})

describe('redeeming', () => {
  it('opens the lessons for the days, without a renewal', async () => {
    const [code, learner] = [await createOne({ days: 7 }), await join()]
    const lessonId = world.server.context.catalog.courses[0]?.lessons[0]?.id ?? 'no lesson'
    expect((await learner.start(lessonId)).error?.name).toBe('subscription_required')
    const until = start.getTime() / 1000 + 7 * day
    const typed = ` ${code.replaceAll('-', ' ').toLowerCase()} `
    expect((await redeem(learner.token, typed)).body.data).toEqual({ days: 7, until })
    expect((await learner.start(lessonId)).status).toBe(200)
    const [plan] = (await world.server.call('userSubscription', { token: learner.token })).body.data
    expect(plan).toMatchObject({ status: 'active', cancel_at_period_end: true, current_period_end: until })
  })

  it('happens once for a code, also when pressed twice or on two servers', async () => {
    const [code, learner, other] = [await createOne(), await join(), await join()]
    const answers = await Promise.all([
      redeem(learner.token, code),
      redeem(learner.token, code, world.other),
      redeem(learner.token, code),
    ])
    const until = start.getTime() / 1000 + 30 * day
    expect(answers.map(({ body }) => body.data)).toEqual(answers.map(() => ({ days: 30, until })))
    expect((await redeem(other.token, code)).error?.name).toBe('gift_code_used')
  })

  it('goes to one of two learners who type the same code at once', async () => {
    const [code, one, two] = [await createOne(), await join(), await join()]
    const answers = await Promise.all([redeem(one.token, code), redeem(two.token, code, world.other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('adds the days of two codes, also at once', async () => {
    const [first, second, learner] = [await createOne({ days: 10 }), await createOne({ days: 20 }), await join()]
    const answers = await Promise.all([redeem(learner.token, first), redeem(learner.token, second, world.other)])
    const last = Math.max(...answers.map(({ body }) => body.data.until))
    expect(last).toBe(start.getTime() / 1000 + 30 * day)
  })

  it('is refused for an unknown and an expired code, and beside a plan, which loses nothing', async () => {
    const [code, learner] = [await createOne(), await join()]
    expect((await redeem(learner.token, 'ABCD-EFGH')).error?.name).toBe('gift_code_unknown')
    expect((await redeem('', code)).status).toBe(401)
    const { begin, claim, email } = await actAsBuyer(world.server)
    const begun = await begin('week')
    world.stripe.books.pay(begun.sessionId)
    const { pinSetupToken } = (await claim(begun)).body.data
    await world.server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
    const payer = await world.server.signIn(email, '4826')
    expect((await redeem(payer, code)).error?.name).toBe('gift_plan_running')
    expect((await rowOf(code))?.state).toBe('open')
    world.setNow(new Date('2026-07-01T00:00:00Z'))
    expect((await redeem(learner.token, code)).error?.name).toBe('gift_code_expired')
    expect((await rowOf(code))?.state).toBe('expired')
  })
})
