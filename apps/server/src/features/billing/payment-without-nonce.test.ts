import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { listTokens } from '../../test-support/rows/accounts.ts'
import { listJobs } from '../../test-support/rows/jobs.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { mailPayer } from './claim-checkout.ts'

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())

const findOwn = async (token: string | undefined, sessionId?: string) => {
  const reply = await server.call('findOwnCheckout', {
    ...(token === undefined ? {} : { token }),
    ...(sessionId === undefined ? {} : { query: `sessionId=${sessionId}` }),
  })
  return reply.body.data.status
}

/** A learner without a subscription who has started a checkout. */
const beginAsLearner = async () => {
  const learner = await createUser(server.context, { subscription: null })
  const token = await server.signIn(learner.email, learner.pin)
  const { body } = await server.call('createCheckout', { token, body: { productId: 'month' } })
  return { learner, token, sessionId: body.data.sessionId }
}

const orderMail = (sessionId: string) => server.call('mailPayer', { params: { sessionId } })

/** Runs the job that `orderMail` queues, up to the maximum number of repetitions. */
const sendMail = async (sessionId: string, roundsLeft = 10): Promise<void> =>
  mailPayer(server.context, { sessionId, requestedFrom: `network-of-${sessionId}`, roundsLeft })

const waiting = async (sessionId: string) => {
  const jobs = await listJobs(server.context.db)
  return jobs
    .filter(({ key }) => key === `mail-payer:${sessionId}`)
    .map(({ payload }) => ({ roundsLeft: payload.roundsLeft }))
}

describe('signed-in learner without the nonce', () => {
  it('finds their own checkout by its id, both open and paid', async () => {
    const { token, sessionId } = await beginAsLearner()
    expect(await findOwn(token, sessionId)).toBe('open')
    await payAt(server, sessionId)
    expect(await findOwn(token, sessionId)).toBe('paid')
  })

  it('finds it without the id too', async () => {
    const { token, sessionId } = await beginAsLearner()
    await payAt(server, sessionId)
    expect(await findOwn(token)).toBe('paid')
  })

  it("sees nothing of another account's checkout", async () => {
    const buyer = await actAsBuyer(server)
    const { sessionId } = await buyer.begin()
    await payAt(server, sessionId)
    const { token } = await beginAsLearner()
    expect(await findOwn(token, sessionId)).toBe(null)
  })
})

describe('visitor with a checkout id', () => {
  it("sees nothing, whatever the checkout's state", async () => {
    const paid = await (await actAsBuyer(server)).begin()
    await payAt(server, paid.sessionId)
    const open = await (await actAsBuyer(server)).begin()
    for (const sessionId of [paid.sessionId, open.sessionId, 'cs_made_up_0001']) {
      expect(await findOwn(undefined, sessionId)).toBe(null)
      expect(await findOwn('no-longer-good', sessionId)).toBe(null)
      const { status, body } = await orderMail(sessionId)
      expect([status, body]).toEqual([200, { data: { sent: true } }])
      expect(await waiting(sessionId)).toEqual([{ roundsLeft: 10 }])
    }
  })

  it('can have the PIN link mailed to the payer only, at most once a minute', async () => {
    const buyer = await actAsBuyer(server)
    const { sessionId } = await buyer.begin()
    await payAt(server, sessionId)
    const before = await listMails(server, buyer.email)
    await sendMail(sessionId)
    await sendMail(sessionId)
    expect(await listMails(server, buyer.email)).toEqual([...before, 'payment_arrived_no_pin'])
  })

  it('gets no PIN link for a payer with a PIN, who is mailed to sign in', async () => {
    const { learner, sessionId } = await beginAsLearner()
    await payAt(server, sessionId)
    await sendMail(sessionId)
    expect(await listMails(server, learner.email)).toContain('payment_arrived')
    expect(await listTokens(server.context.db, learner.id)).toEqual([])
  })

  it('triggers no mail before the payment, which is polled for ten minutes', async () => {
    const buyer = await actAsBuyer(server)
    const { sessionId } = await buyer.begin()
    await sendMail(sessionId)
    expect(await listMails(server, buyer.email)).toEqual([])
    expect(await waiting(sessionId)).toEqual([{ roundsLeft: 9 }])
    const job = (await listJobs(server.context.db)).find(({ key }) => key === `mail-payer:${sessionId}`)
    const dueAt = Date.now() / 1000 + (job?.dueInSeconds ?? 0)
    expect(Math.abs(dueAt - start.getTime() / 1000 - 60)).toBeLessThan(10)
    await payAt(server, sessionId)
    await sendMail(sessionId, 9)
    expect(await listMails(server, buyer.email)).toContain('payment_arrived_no_pin')
  })

  it('is polled for at most ten rounds, and not at all with a made-up id', async () => {
    const { sessionId } = await (await actAsBuyer(server)).begin()
    await sendMail(sessionId, 0)
    expect(await waiting(sessionId)).toEqual([])
    await sendMail('cs_made_up_0002')
    expect(await waiting('cs_made_up_0002')).toEqual([])
  })
})
