import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { actAsBuyer, goodCard, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { findUserId } from '../../test-support/rows/accounts.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { advanceEmbeddedPayments } from './embedded-payments.ts'
import { listContracts } from './list-contracts.ts'

const start = new Date('2026-05-28T12:00:00Z')
const startSeconds = start.getTime() / 1000
const day = 86_400
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())
beforeEach(() => server.setNow(start))

const buy = async (productId: string, card = goodCard) => {
  const { email, begin } = await actAsBuyer(server)
  await payAt(server, (await begin(productId)).sessionId, card)
  const userId = await findUserId(server.context.db, email)
  const [stored] = await listStored(server, email)
  return { subscriptionId: stored?.id ?? '', contracts: () => listContracts(server.context, userId) }
}

const moveTo = async (days: number) => {
  server.setNow(new Date(start.getTime() + days * day * 1000))
  await advanceEmbeddedPayments(server.context)
}

it('a contract without a trial is paid when it is made', async () => {
  const { subscriptionId, contracts } = await buy('twelve-weeks')
  expect(await contracts()).toEqual([
    {
      subscriptionId,
      productId: 'twelve-weeks',
      priceCents: 5999,
      currency: 'usd',
      billing: { interval: 'week', interval_count: 12 },
      contractAt: startSeconds,
      paidAt: startSeconds,
    },
  ])
})

it('a contract with a trial is paid when the trial ends, and stays paid', async () => {
  const { contracts } = await buy('month')
  expect(await contracts()).toMatchObject([{ contractAt: startSeconds, paidAt: null }])
  await moveTo(7)
  expect(await contracts()).toMatchObject([{ contractAt: startSeconds, paidAt: startSeconds + 7 * day }])
  await moveTo(50)
  expect(await contracts()).toMatchObject([{ paidAt: startSeconds + 7 * day }])
})

it('a trial that was canceled is never paid', async () => {
  const { subscriptionId, contracts } = await buy('month')
  await server.context.payments.cancelAtPeriodEnd(subscriptionId, 'key-1')
  await moveTo(8)
  expect(await contracts()).toMatchObject([{ paidAt: null }])
})

it('a trial whose first payment fails is not paid', async () => {
  const { contracts } = await buy('month', { ...goodCard, expiry: '05/26' })
  await moveTo(8)
  expect(await contracts()).toMatchObject([{ paidAt: null }])
})
