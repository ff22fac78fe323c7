import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsBuyer, listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { setBoughtAt } from '../../test-support/rows/billing.ts'
import {
  addCompletedFragment,
  addFinishedLesson,
  addPracticeResult,
  addReview,
} from '../../test-support/rows/learning.ts'
import { listQueuedMails } from '../../test-support/rows/mails.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { advanceEmbeddedPayments } from '../billing/embedded-payments.ts'
import { endWithdrawnContracts } from './withdraw.ts'

const start = new Date('2026-05-10T12:00:00Z')
const startSeconds = start.getTime() / 1000
const day = 86_400
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())
beforeEach(() => server.setNow(start))

const later = (days: number): void => server.setNow(new Date(start.getTime() + days * day * 1000))

/** A new buyer who has set a PIN. */
const buy = async (productId: string) => {
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin(productId)
  await payAt(server, begun.sessionId)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  const signIn = () => server.signIn(buyer.email, '4826')
  let token = await signIn()
  const subscription = async () => (await server.call('userSubscription', { token })).body.data[0]
  const subscriptionId = (await subscription())?.id ?? ''
  return {
    email: buyer.email,
    subscriptionId,
    subscription,
    signIn: async () => (token = await signIn()),
    moneyBack: async () => (await server.call('moneyBack', { token })).body.data,
    withdraw: (name = 'Ada Lovelace', id = subscriptionId) =>
      server.call('withdraw', { token, body: { subscriptionId: id, name } }),
  }
}

/** Rows as left by finished fragments and lessons on these days of May. */
const learn = async (email: string, days: number[], lessons: string[]): Promise<void> => {
  const { db } = server.context
  const userId = await findUserId(db, email)
  for (const date of days) {
    const at = new Date(Date.UTC(2026, 4, date, 9))
    await addCompletedFragment(db, { userId, fragmentId: `f${date}`, openedAt: start, at })
  }
  for (const lessonId of lessons) await addFinishedLesson(db, { userId, lessonId, at: start })
}

describe('refund check', () => {
  it('returns 401 without a session', async () => {
    expect((await server.call('moneyBack')).status).toBe(401)
    expect((await server.call('withdraw', { body: { subscriptionId: 'sub_x', name: 'A' } })).status).toBe(401)
  })

  it('returns no refund before a purchase or payment', async () => {
    const guest = await createUser(server.context, { subscription: null })
    const token = await server.signIn(guest.email, guest.pin)
    expect((await server.call('moneyBack', { token })).body.data).toEqual({ refund: null, withdrawal: null })
    const onTrial = await buy('month')
    expect((await onTrial.moneyBack()).refund).toBeNull()
  })

  it("counts real use by the plan's rule", async () => {
    const buyer = await buy('week')
    expect((await buyer.moneyBack()).refund).toMatchObject({
      standing: 'not_yet',
      requestUntil: startSeconds + 30 * day,
      days: { have: 0, need: 3, inARow: true },
      guides: { have: 0, need: 2 },
    })
    await learn(buyer.email, [11, 12, 14], ['other.l01', 'other.l02'])
    expect((await buyer.moneyBack()).refund).toMatchObject({ standing: 'not_yet', days: { have: 2 } })
    await learn(buyer.email, [13], [])
    expect((await buyer.moneyBack()).refund).toMatchObject({
      standing: 'qualifies',
      days: { have: 4 },
      guides: { have: 2 },
    })
  })

  it('counts finished practices as use, but not skipped ones', async () => {
    const buyer = await buy('week')
    const userId = await findUserId(server.context.db, buyer.email)
    const answerOn = (date: number, isSkipped: boolean) => {
      const times = { firstAt: start, at: new Date(Date.UTC(2026, 4, date)) }
      const result = { practiceId: `p${date}`, isCorrect: false, isSkipped, ...times }
      return addPracticeResult(server.context.db, { userId, ...result })
    }
    await answerOn(11, false)
    await answerOn(12, true)
    expect((await buyer.moneyBack()).refund).toMatchObject({ days: { have: 1 } })
  })

  it('counts a day of daily practice as use, once', async () => {
    const buyer = await buy('week')
    const { db } = server.context
    const userId = await findUserId(db, buyer.email)
    for (const [date, place] of [
      [11, 1],
      [11, 2],
      [12, 1],
    ] as const) {
      const at = new Date(Date.UTC(2026, 4, date, 9))
      await addReview(db, { userId, practiceId: `p${date}-${place}`, day: `2026-05-${date}`, place, at })
    }
    expect((await buyer.moneyBack()).refund).toMatchObject({ days: { have: 2 } })
    await learn(buyer.email, [12, 13], [])
    expect((await buyer.moneyBack()).refund).toMatchObject({ days: { have: 3 } })
  })

  it('uses the share of the course with the most progress', async () => {
    const buyer = await buy('week')
    const [course] = server.context.catalog.courses
    const lessons = course?.lessons.map(({ id }) => id) ?? []
    await learn(buyer.email, [], lessons)
    expect((await buyer.moneyBack()).refund).toMatchObject({
      guides: { have: lessons.length },
      modulesPercent: { have: 100, need: 70 },
    })
  })

  it('starts with the first payment, which follows the trial', async () => {
    const buyer = await buy('month')
    later(8)
    await advanceEmbeddedPayments(server.context)
    await buyer.signIn()
    expect((await buyer.moneyBack()).refund).toMatchObject({ requestUntil: startSeconds + 37 * day })
    later(38)
    expect((await buyer.moneyBack()).refund).toMatchObject({ standing: 'too_late' })
  })
})

describe('withdrawing from the contract', () => {
  it('is open for 14 days and shows the deadline', async () => {
    const buyer = await buy('four-weeks')
    const open = { subscriptionId: buyer.subscriptionId, contractAt: startSeconds, until: startSeconds + 15 * day }
    expect((await buyer.moneyBack()).withdrawal).toEqual({ ...open, declaredAt: null })
    later(15.01)
    expect((await buyer.moneyBack()).withdrawal).toBeNull()
    const reply = await buyer.withdraw()
    expect([reply.status, reply.error?.name]).toEqual([409, 'withdrawal_over'])
    expect(await buyer.subscription()).toMatchObject({ status: 'active' })
  })

  it('ends the subscription immediately and mails a receipt to the learner and a note to support, once', async () => {
    const buyer = await buy('month')
    later(3)
    const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.withdraw()))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(replies[0]?.body.data).toMatchObject({ declaredAt: startSeconds + 3 * day })
    await endWithdrawnContracts(server.context)
    expect(await buyer.subscription()).toMatchObject({ status: 'canceled' })
    expect((await listMails(server, buyer.email)).filter((name) => name === 'withdrawal_receipt')).toHaveLength(1)
    const sent = await listQueuedMails(server.context.db, server.context.config.brand.supportEmail)
    const notices = sent.filter(({ template }) => template === 'withdrawal_notice')
    expect(notices.filter(({ values }) => values.email === buyer.email)).toHaveLength(1)
    expect((await buyer.moneyBack()).withdrawal).toMatchObject({ declaredAt: startSeconds + 3 * day })
  })

  it('keeps the first statement when it is repeated later, even after the 14 days', async () => {
    const buyer = await buy('week')
    await buyer.withdraw()
    later(20)
    const again = await buyer.withdraw('Somebody Else')
    expect([again.status, again.body.data.declaredAt]).toEqual([200, startSeconds])
  })

  it('is retried until the provider has ended the subscription', async () => {
    const buyer = await buy('week')
    await buyer.withdraw()
    const { context } = server
    const down = { ...context.payments, cancelNow: () => Promise.reject(new Error('no answer')) }
    await expect(endWithdrawnContracts({ ...context, payments: down })).rejects.toThrow('still run')
    expect(await buyer.subscription()).toMatchObject({ status: 'active' })
    await endWithdrawnContracts(context)
    expect(await buyer.subscription()).toMatchObject({ status: 'canceled' })
  })

  it('returns 404 for another or unknown contract, and 400 without a name', async () => {
    const [one, other] = [await buy('week'), await buy('week')]
    expect((await one.withdraw('Ada', other.subscriptionId)).error?.name).toBe('subscription_not_found')
    expect((await one.withdraw('Ada', 'sub_00000000')).status).toBe(404)
    expect((await one.withdraw('   ')).status).toBe(400)
    await endWithdrawnContracts(server.context)
    expect(await other.subscription()).toMatchObject({ status: 'active' })
  })

  it('ends a subscription without a provider in our own records', async () => {
    const learner = await createUser(server.context)
    const { db } = server.context
    await setBoughtAt(db, learner.id, start)
    const token = await server.signIn(learner.email, learner.pin)
    const id = (await server.call('userSubscription', { token })).body.data[0]?.id ?? ''
    expect((await server.call('withdraw', { token, body: { subscriptionId: id, name: 'Ada' } })).status).toBe(200)
    await endWithdrawnContracts(server.context)
    expect((await server.call('userSubscription', { token })).body.data[0]).toMatchObject({
      status: 'canceled',
      current_period_end: startSeconds,
    })
  })
})
