import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, makeSubscription } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { findSubscriptions, saveSubscription } from './subscriptions.sql.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('storing a subscription', () => {
  it('updates the row when the same id is stored again', async () => {
    const { context } = server
    const { id: userId } = await createUser(context, { subscription: null })
    const first = makeSubscription(context, { id: 'sub_again0001', status: 'trialing' })
    await saveSubscription(context.db, userId, first)
    await saveSubscription(context.db, userId, { ...first, status: 'canceled', priceCents: 999 })
    expect(await findSubscriptions(context.db, userId)).toMatchObject([
      { ...first, status: 'canceled', priceCents: 999 },
    ])
  })

  it('creates one row without errors under concurrent writes', async () => {
    const { context } = server
    const { id: userId } = await createUser(context, { subscription: null })
    const ids = Array.from({ length: 150 }, (_, number) => `sub_atOnce${1000 + number}`)
    for (const id of ids) {
      const subscription = makeSubscription(context, { id })
      await Promise.all(Array.from({ length: 10 }, () => saveSubscription(context.db, userId, subscription)))
    }
    expect(await findSubscriptions(context.db, userId)).toHaveLength(ids.length)
  })

  it("never assigns another learner's subscription", async () => {
    const { context } = server
    const owner = await createUser(context, { subscription: { id: 'sub_owned0001' } })
    const other = await createUser(context, { subscription: null })
    const taken = makeSubscription(context, { id: 'sub_owned0001', priceCents: 1 })
    await expect(saveSubscription(context.db, other.id, taken)).rejects.toThrow('belongs to another learner')
    expect(await findSubscriptions(context.db, other.id)).toEqual([])
    expect((await findSubscriptions(context.db, owner.id))[0]?.priceCents).toBe(2999)
  })
})
