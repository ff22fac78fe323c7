import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { actAsBuyer, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { forgetSession, listCheckoutStates } from '../../test-support/rows/billing.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { reconcilePayments } from './billing-jobs.ts'

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())
beforeEach(() => server.setNow(start))

const signIn = async () => {
  const { email, pin } = await createUser(server.context, { subscription: null })
  const token = await server.signIn(email, pin)
  const begin = async (productId: string) =>
    (await server.call('createCheckout', { token, body: { productId } })).body.data
  return { begin, states: () => listCheckoutStates(server.context.db, email) }
}

it('a learner who chooses the same plan again gets the same checkout', async () => {
  const { begin, states } = await signIn()
  const first = await begin('week')
  expect((await begin('week')).sessionId).toBe(first.sessionId)
  expect(await states()).toEqual(['open'])
})

it('a learner who chooses another plan can no longer pay for the first one', async () => {
  const { begin, states } = await signIn()
  const first = await begin('week')
  const second = await begin('month')
  expect((await payAt(server, first.sessionId)).body.data.status).toBe('failed')
  expect((await payAt(server, second.sessionId)).body.data.status).toBe('paid')
  expect((await states()).toSorted()).toEqual(['failed', 'paid'])
})

it.each([
  ['is continued within two minutes', 120_000, ['open']],
  ['is replaced after two minutes', 120_001, ['failed', 'open']],
])('a checkout whose call crashed before the provider answered %s', async (_name, laterMs, states) => {
  const buyer = await actAsBuyer(server)
  const { sessionId } = await buyer.begin('week')
  await forgetSession(server.context.db, sessionId)
  server.setNow(new Date(start.getTime() + laterMs))
  const again = await buyer.begin('week')
  expect(again.sessionId === sessionId).toBe(states.length === 1)
  expect(await listCheckoutStates(server.context.db, buyer.email)).toEqual(states)
})

it('an open checkout can still be paid after the nightly comparison', async () => {
  const buyer = await actAsBuyer(server)
  const { sessionId } = await buyer.begin('week')
  await reconcilePayments(server.context)
  expect(await listCheckoutStates(server.context.db, buyer.email)).toEqual(['open'])
  expect((await payAt(server, sessionId)).body.data.status).toBe('paid')
})
