import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listEvents } from '../../adapters/payments/embedded/books.sql.ts'
import { addJob } from '../../platform/add-job.ts'
import { deleteOldMails } from '../../platform/messages/mails.sql.ts'
import { findAccess } from '../../platform/sessions.ts'
import { actAsBuyer, goodCard, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { countTracesOfCustomer } from '../../test-support/rows/billing.ts'
import { listQueuedMails } from '../../test-support/rows/mails.ts'
import { failWrites } from '../../test-support/rows/tables.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { purgeCheckouts, reconcilePayments, remindOfTrialEnds } from './billing-jobs.ts'
import { listDisputesOf } from './disputes.sql.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400_000
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
beforeEach(() => setDay(0))

const setDay = (days: number) => {
  const now = new Date(start.getTime() + days * day)
  server.setNow(now)
  other.setNow(now)
}

/** Moves the clock and runs the scheduled jobs on both instances concurrently. */
const moveTo = async (days: number) => {
  setDay(days)
  for (const { context } of [server, other]) {
    await addJob(context.db, 'advance-embedded-payments', {})
    await addJob(context.db, 'remind-of-trial-ends', {})
  }
  await Promise.all([runJobs(server.context), runJobs(other.context)])
}

const subscribe = async (productId: string, card = goodCard) => {
  const { email, begin } = await actAsBuyer(server)
  const { sessionId } = await begin(productId)
  await payAt(server, sessionId, card)
  const userId = await findUserId(server.context.db, email)
  const stateOf = async () => (await listStored(server, email)).map(({ status }) => status).join()
  const hasAccess = async () => (await findAccess(server.context, userId)).granted
  return { email, stateOf, hasAccess }
}

const countMails = async (email: string, template: string) =>
  (await listMails(server, email)).filter((one) => one === template).length

describe('time at the embedded provider', () => {
  it('leads from the trial through renewals to an expired card and the end of access', async () => {
    // Valid until the end of June: the trial ends on 17 May, the renewals are due on 17 June and 17 July.
    const { email, stateOf, hasAccess } = await subscribe('month', { ...goodCard, expiry: '06/26' })
    expect([await stateOf(), await hasAccess()]).toEqual(['trialing', true])
    await moveTo(4)
    expect(await countMails(email, 'trial_ending')).toBe(0)
    await moveTo(5)
    await moveTo(6)
    expect(await countMails(email, 'trial_ending')).toBe(1)
    await moveTo(7)
    expect([await stateOf(), await hasAccess()]).toEqual(['active', true])
    await moveTo(38)
    expect([await stateOf(), await hasAccess()]).toEqual(['active', true])
    await moveTo(68)
    expect([await stateOf(), await hasAccess()]).toEqual(['past_due', true])
    expect(await countMails(email, 'payment_failed')).toBe(1)
    const mails = await listQueuedMails(server.context.db, email)
    expect(mails.find(({ template }) => template === 'payment_failed')?.values).toEqual({
      plan: 'Monthly',
      price: '$29.99',
      accessUntil: '07/20/2026',
    })
    await moveTo(70.9)
    expect([await stateOf(), await hasAccess()]).toEqual(['past_due', true])
    await moveTo(71)
    expect([await stateOf(), await hasAccess()]).toEqual(['past_due', false])
    await moveTo(82)
    expect([await stateOf(), await hasAccess()]).toEqual(['canceled', false])
    expect(await countMails(email, 'payment_failed')).toBe(1)
  })

  it('reminds the others when the provider fails for one', async () => {
    const [first, second] = [await subscribe('month'), await subscribe('month')]
    const [broken] = await listStored(server, first.email)
    setDay(6)
    const { context } = server
    const getSubscription: typeof context.payments.getSubscription = (id) =>
      id === broken?.id ? Promise.reject(new Error('no answer')) : context.payments.getSubscription(id)
    const payments = { ...context.payments, getSubscription }
    await expect(remindOfTrialEnds({ ...context, payments })).rejects.toThrow(AggregateError)
    expect([await countMails(first.email, 'trial_ending'), await countMails(second.email, 'trial_ending')]).toEqual([
      0, 1,
    ])
    await remindOfTrialEnds(context)
    expect(await countMails(first.email, 'trial_ending')).toBe(1)
  })

  it('reaches the same state when the clock did not run for months', async () => {
    const { stateOf, hasAccess } = await subscribe('month', { ...goodCard, expiry: '06/26' })
    await moveTo(90)
    expect([await stateOf(), await hasAccess()]).toEqual(['canceled', false])
  })

  it('ends a canceled trial without a payment and without a reminder', async () => {
    const { email, stateOf, hasAccess } = await subscribe('month')
    const [stored] = await listStored(server, email)
    await server.context.payments.cancelAtPeriodEnd(stored?.id ?? '', 'key-1')
    await moveTo(6)
    expect([await stateOf(), await hasAccess()]).toEqual(['trialing', true])
    await moveTo(7)
    expect([await stateOf(), await hasAccess()]).toEqual(['canceled', false])
    expect(await countMails(email, 'trial_ending')).toBe(0)
  })

  it('allows a new purchase after failed renewals, and ends the failed subscription', async () => {
    const { email, stateOf, hasAccess } = await subscribe('week', { ...goodCard, expiry: '05/26' })
    await moveTo(28)
    await moveTo(32)
    expect([await stateOf(), await hasAccess()]).toEqual(['past_due', false])
    const again = await actAsBuyer(server, email)
    const { sessionId } = await again.begin('week')
    await payAt(server, sessionId)
    expect([await stateOf(), await hasAccess()]).toEqual(['canceled,active', true])
  })

  it('sends one mail per failed payment: a renewal that fails after a repaired one gets its own', async () => {
    const { email, stateOf } = await subscribe('week', { ...goodCard, expiry: '05/26' })
    const [stored] = await listStored(server, email)
    const { context } = server
    const repairOnce = async () => {
      const url = await context.payments.openCardPage({
        subscriptionId: stored?.id ?? '',
        customerId: '',
        returnUrl: context.config.publicUrl,
        changedUrl: context.config.publicUrl,
      })
      const pageId = url.split('/').at(-1) ?? ''
      await server.call('changeEmbeddedCard', { params: { pageId }, body: { ...goodCard, expiry: '06/26' } })
    }
    await moveTo(28)
    await moveTo(29)
    expect([await stateOf(), await countMails(email, 'payment_failed')]).toEqual(['past_due', 1])
    await repairOnce()
    expect(await stateOf()).toBe('active')
    await moveTo(56)
    expect([await stateOf(), await countMails(email, 'payment_failed')]).toEqual(['past_due', 2])
  })

  it('welcomes a payer once, even after old mails were deleted', async () => {
    const { email } = await subscribe('week')
    expect(await listMails(server, email)).toEqual(['welcome'])
    await deleteOldMails(server.context.db, 0, 0)
    await moveTo(7)
    expect(await listStored(server, email)).toMatchObject([{ status: 'active', isDue: false }])
    expect(await listMails(server, email)).not.toContain('welcome')
  })

  it('delivers missed events later', async () => {
    const { email, stateOf } = await subscribe('week')
    const { db } = server.context
    const revive = await failWrites(db, 'update', 'subscriptions')
    const [before] = await listStored(server, email)
    await moveTo(7)
    expect(await listStored(server, email)).toEqual([before])
    await revive()
    await moveTo(7)
    const [after] = await listStored(server, email)
    expect(after?.end).toBe((before?.end ?? 0) + 7 * 86_400)
    expect(await stateOf()).toBe('active')
    expect(await listEvents(db)).toEqual([])
  })

  it('deletes unpaid customers after 90 days, and no others', async () => {
    const idle = await actAsBuyer(server)
    const { sessionId } = await idle.begin('week')
    const paid = await subscribe('week')
    const { db } = server.context
    const count = (email: string) => countTracesOfCustomer(db, email)
    await moveTo(2)
    await reconcilePayments(server.context)
    expect((await idle.claim({ sessionId, nonce: 'x' })).error?.name).toBe('checkout_not_found')
    await moveTo(89)
    await purgeCheckouts(server.context)
    expect(await count(idle.email)).toBe(2)
    await moveTo(92)
    await purgeCheckouts(server.context)
    expect(await count(idle.email)).toBe(0)
    expect(await count(paid.email)).toBe(2)
  })
})

it('finds a payment and its dispute in the night after their events were lost', async () => {
  const { email } = await subscribe('month', { ...goodCard, cardNumber: '4242 4200 0008 0259' })
  await reconcilePayments(server.context)
  setDay(8)
  const { db, payments } = server.context
  await payments.embedded?.advance(server.context.clock())
  expect(await listEvents(db)).not.toEqual([])
  await db`delete from embedded_events`
  await reconcilePayments(other.context)
  const userId = await findUserId(db, email)
  expect(await listDisputesOf(db, userId)).toMatchObject([{ status: 'open', amount: 2999 }])
  await reconcilePayments(server.context)
  expect(await listDisputesOf(db, userId)).toHaveLength(1)
})
