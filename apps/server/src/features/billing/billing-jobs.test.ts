import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAsBuyer, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { closeBilling, remindOfTrialEnds } from './billing-jobs.ts'
import { listClosings } from './customers.sql.ts'
import { findSubscriptions } from './subscriptions.sql.ts'

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())

it('a trial that was canceled at the provider meanwhile gets no reminder, and the job succeeds', async () => {
  const { email, begin } = await actAsBuyer(server)
  await payAt(server, (await begin('month')).sessionId)
  const [stored] = await listStored(server, email)
  await server.context.payments.cancelAtPeriodEnd(stored?.id ?? '', 'key-1')
  server.setNow(new Date(start.getTime() + 6 * 86_400_000))
  await remindOfTrialEnds(server.context)
  server.setNow(start)
  expect(await listMails(server, email)).toEqual(['welcome'])
})

it.each([
  ['paid', 'active', null],
  ['unpaid', 'past_due', start.getTime() / 1000],
])('the %s subscription of a deleted account without a provider is not renewed', async (name, status, pastDueSince) => {
  const subscription = { id: `sub_closing0${name}`, status, pastDueSince }
  const { id, token } = await actAsLearner(server, { subscription })
  const { db } = server.context
  expect((await server.call('deleteAccount', { token })).status).toBe(200)
  await closeBilling(server.context)
  expect(await findSubscriptions(db, id)).toMatchObject([{ status, cancelAtPeriodEnd: true }])
  expect(await listClosings(db)).toEqual([])
})

it("closes a deleted account's own checkouts, but not that of a visitor who typed its address", async () => {
  const { email, token } = await actAsLearner(server, { subscription: null })
  const own = await server.call('createCheckout', { token, body: { productId: 'week' } })
  const visitors = await (await actAsBuyer(server, email)).begin('week')
  await server.call('deleteAccount', { token })
  await closeBilling(server.context)
  const statusOf = async (sessionId: string) =>
    (await server.call('getEmbeddedCheckout', { params: { sessionId } })).body.data.status
  expect(await statusOf(own.body.data.sessionId)).toBe('failed')
  expect(await statusOf(visitors.sessionId)).toBe('open')
})
