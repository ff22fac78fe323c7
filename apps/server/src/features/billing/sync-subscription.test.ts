import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Payments } from '../../adapters/payments/port.ts'
import { actAsBuyer, listStored } from '../../test-support/act-as-buyer.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { syncSubscription } from './sync-with-provider.ts'

let world: StripeWorld

beforeAll(async () => {
  world = await startStripeWorld(new Date('2026-05-10T12:00:00Z'))
})
afterAll(() => world.close())

/** A provider whose first answer is delayed until `meanwhile` is done. */
const withSlowFirstAnswer = (payments: Payments, meanwhile: () => Promise<void>): Payments => {
  let isFirst = true
  return {
    ...payments,
    getSubscription: async (id) => {
      const answer = await payments.getSubscription(id)
      if (isFirst) {
        isFirst = false
        await meanwhile()
      }
      return answer
    },
  }
}

it.each([
  ['for the first time', false],
  ['again', true],
])('an answer that became outdated while it was stored %s does not replace the newer one', async (_name, isStored) => {
  const { server, other, stripe } = world
  const buyer = await actAsBuyer(server)
  const { sessionId } = await buyer.begin('week')
  const subscription = stripe.books.pay(sessionId)
  if (isStored) await syncSubscription(server.context, subscription.id)
  const payments = withSlowFirstAnswer(server.context.payments, async () => {
    stripe.books.end(subscription)
    await syncSubscription(other.context, subscription.id)
  })
  await syncSubscription({ ...server.context, payments }, subscription.id)
  expect(await listStored(server, buyer.email)).toMatchObject([{ status: 'canceled' }])
})
