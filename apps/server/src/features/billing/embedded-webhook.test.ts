import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signEvent } from '../../adapters/payments/embedded/events.ts'
import { actAsBuyer, goodCard, listMails, listStored } from '../../test-support/act-as-buyer.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

const start = new Date('2026-05-10T12:00:00Z')
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

type Signed = { rawBytes: Buffer; signature: string }

/** A buyer who has paid at the embedded provider, with undelivered events. */
const payUntold = async (productId = 'month') => {
  const buyer = await actAsBuyer(server)
  const { sessionId } = await buyer.begin(productId)
  await server.context.payments.embedded?.pay(sessionId, goodCard)
  return { email: buyer.email, events: await takeEvents() }
}
const takeEvents = async (): Promise<Signed[]> => {
  const taken: Signed[] = []
  await server.context.payments.embedded?.deliverEvents(
    async (rawBytes, signature) => taken.push({ rawBytes, signature }) > 0,
  )
  return taken
}
const post = async ({ rawBytes, signature }: Signed, on = server): Promise<number> => {
  const response = await fetch(`${on.url}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'kitewise-signature': signature },
    body: new Uint8Array(rawBytes),
  })
  await response.arrayBuffer()
  return response.status
}

describe('webhook events of the embedded provider', () => {
  it('are rejected when the signed bytes are not an event', async () => {
    const { payments } = server.context.config
    const secret = payments.provider === 'embedded' ? payments.webhookSecret : ''
    for (const text of ['', 'event', '{', '{}', 'null', '7', '[]', '"evt_1"', '{"id":"evt_1"}', '\u00ff']) {
      const rawBytes = Buffer.from(text, 'latin1')
      const signature = signEvent(secret, rawBytes, start)
      expect([text, await post({ rawBytes, signature })]).toEqual([text, 400])
    }
  })

  it('grant account and access in any order and when delivered repeatedly to both instances', async () => {
    const { email, events } = await payUntold()
    expect(events).toHaveLength(2)
    const sent = events.toReversed().flatMap((event) => [event, event, event])
    const statuses = await Promise.all(sent.map((event, index) => post(event, index % 2 ? other : server)))
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    for (const event of events) expect(await post(event, other)).toBe(200)
    expect(await listStored(server, email)).toMatchObject([{ status: 'trialing' }])
    expect(await listMails(server, email)).toEqual(['welcome'])
  })

  it("store the provider's current state, not that of a late event", async () => {
    const { email, events } = await payUntold('week')
    const [created] = events
    if (!created) throw new Error('there was no event')
    const { subscriptionId } = JSON.parse(created.rawBytes.toString()) as { subscriptionId: string }
    await server.context.payments.cancelNow(subscriptionId)
    const [ended] = await takeEvents()
    if (!ended) throw new Error('there was no event')
    for (const event of [ended, ...events]) expect(await post(event)).toBe(200)
    expect(await listStored(server, email)).toMatchObject([{ status: 'canceled' }])
  })

  it('are ignored when forged, changed, too old or unsigned', async () => {
    const { email, events } = await payUntold()
    const [event] = events
    if (!event) throw new Error('there was no event')
    const other64 = 'a'.repeat(64)
    const changed = Buffer.from(event.rawBytes.toString().replace('subscription.created', 'subscription.updated'))
    for (const forged of [
      { ...event, signature: event.signature.replace(/v1=.*/, `v1=${other64}`) },
      { ...event, rawBytes: changed },
      { ...event, signature: '' },
    ])
      expect(await post(forged)).toBe(400)
    server.setNow(new Date(start.getTime() + 301_000))
    expect(await post(event)).toBe(400)
    server.setNow(start)
    expect(await listStored(server, email)).toEqual([])
    expect(await post(event)).toBe(200)
    expect(await listStored(server, email)).toHaveLength(1)
  })
})
