import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrganization, type TestOrganization } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { purgeEvents } from './send-events.ts'

type Received = { headers: Record<string, string>; body: string; path: string }

let server: TestServer
let organization: TestOrganization
let receiver: Server
let address: string
const received: Received[] = []
/** What the receiver answers next; the last one stays. */
let answers: { status: number; headers?: Record<string, string> }[] = []
let now = new Date(Date.now() + 3_600_000)
const setClock = (moment: Date): void => {
  now = moment
  server.setNow(now)
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString('utf8')))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body, path: request.url ?? '' })
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 }
      response.writeHead(answer.status, answer.headers).end('answer of the receiver')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startTestServer({ config: { localProviders: true } })
})
afterAll(async () => {
  receiver.close()
  await server.close()
})
beforeEach(async () => {
  received.length = 0
  answers = [{ status: 200 }]
  // What other tests left waiting isn't sent.
  await server.context.db`delete from event_endpoints`
  // After everything that tests have waited for, in whole seconds.
  setClock(new Date(Math.ceil((now.getTime() + 1000) / 1000) * 1000))
  organization = await makeOrganization(server)
})

const byOwner = () => ({ token: organization.owner.token, params: { organizationId: organization.id } })
const about = (endpointId: string) => ({
  token: organization.owner.token,
  params: { organizationId: organization.id, endpointId },
})

const addWebhook = async () => {
  const body = { type: 'webhook' as const, url: `${address}/hook`, kinds: ['learner.joined' as const] }
  const { data } = (await server.call('createEventEndpoint', { ...byOwner(), body })).body
  return { endpointId: data.endpoint.id, secret: data.secret ?? '' }
}

const addStore = async (password: string) => {
  const login = { user: 'kitewise', password }
  const body = { type: 'xapi' as const, url: `${address}/xapi/`, kinds: ['learner.joined' as const], ...login }
  return (await server.call('createEventEndpoint', { ...byOwner(), body })).body.data
}

const join = () => organization.add('member')

/** Runs the minute's job and what it starts. */
const dispatch = async (): Promise<void> => {
  await server.context.db`select graphile_worker.add_job('dispatch-events', '{}')`
  await runJobs(server.context)
}

const deliveriesOf = async (endpointId: string) =>
  (await server.call('listEventDeliveries', about(endpointId))).body.data.rows

describe('a webhook', () => {
  it('gets each event once, signed as receivers check it, without names and addresses', async () => {
    const { endpointId, secret } = await addWebhook()
    const person = await join()
    await dispatch()
    await dispatch()
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'learner.joined',
      data: { userId: person.id, organizationId: organization.id },
    })
    expect(body).not.toContain('@')
    expect(await deliveriesOf(endpointId)).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 200 }])
  })

  it('gets an event again with the same ID after failures, later each time, and keeps it when given up', async () => {
    const { endpointId } = await addWebhook()
    answers = [{ status: 500 }]
    await join()
    const waits: number[] = []
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await dispatch()
      const [delivery] = await deliveriesOf(endpointId)
      if (!delivery?.nextAt) break
      waits.push(delivery.nextAt - now.getTime() / 1000)
      setClock(new Date(delivery.nextAt * 1000 + 1000))
    }
    expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds))
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveriesOf(endpointId)).toMatchObject([
      { state: 'dead', attempts: 10, lastStatus: 500, lastError: 'answer of the receiver' },
    ])
    answers = [{ status: 204 }]
    const replayed = await server.call('replayDeliveries', { ...about(endpointId), body: { eventId: null } })
    expect(replayed.body.data).toEqual({ replayed: 1 })
    await runJobs(server.context)
    expect(await deliveriesOf(endpointId)).toMatchObject([{ state: 'delivered' }])
  })

  it('waits as long as the receiver asks', async () => {
    const { endpointId } = await addWebhook()
    answers = [{ status: 503, headers: { 'retry-after': '900' } }]
    await join()
    await dispatch()
    const [delivery] = await deliveriesOf(endpointId)
    expect(delivery?.nextAt).toBe(Math.floor(now.getTime() / 1000) + 900)
  })

  it('is paused when the receiver is gone, and its owners are told', async () => {
    const { endpointId } = await addWebhook()
    answers = [{ status: 410 }]
    await join()
    await dispatch()
    const [shown] = (await server.call('listEventEndpoints', byOwner())).body.data
    expect(shown).toMatchObject({ id: endpointId, pausedBecause: 'gone' })
    const mails = await server.context.db<{ template: string }[]>`
      select template from outgoing_mails where user_id = ${organization.owner.id}`
    expect(mails.map(({ template }) => template)).toContain('events_paused')
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const { endpointId, secret } = await addWebhook()
    const rotated = (await server.call('rotateEventSecret', about(endpointId))).body.data
    await join()
    await dispatch()
    setClock(new Date(now.getTime() + 86_400_001))
    await join()
    await dispatch()
    const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(signatures).toEqual([2, 1])
    expect(rotated.secret).not.toBe(secret)
  })

  it('says what the receiver answered to a test', async () => {
    const { endpointId } = await addWebhook()
    answers = [{ status: 401 }]
    const tried = await server.call('sendTestEvent', about(endpointId))
    expect(tried.body.data).toEqual({ isDelivered: false, status: 401, error: 'answer of the receiver' })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'test' })
  })

  it.each([
    'http://example.com/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://metadata.internal/',
    'ftp://x.example',
  ])('at %s is refused, because that isn’t public', async (url) => {
    const body = { type: 'webhook' as const, url, kinds: ['learner.joined' as const] }
    expect((await server.call('createEventEndpoint', { ...byOwner(), body })).status).toBe(422)
  })
})

describe('a record store', () => {
  it('gets statements about pseudonyms, in one request', async () => {
    expect((await addStore('secret')).secret).toBeNull()
    const [one, other] = [await join(), await join()]
    await dispatch()
    expect(received).toHaveLength(1)
    const [{ path, headers, body: sent }] = received as [Received]
    expect(path).toBe('/xapi/statements')
    expect(headers['x-experience-api-version']).toBe('1.0.3')
    expect(headers.authorization).toBe(`Basic ${Buffer.from('kitewise:secret').toString('base64')}`)
    const statements = JSON.parse(sent) as { actor: { account: { name: string } }; verb: { id: string } }[]
    expect(statements).toHaveLength(2)
    expect(new Set(statements.map(({ actor }) => actor.account.name)).size).toBe(2)
    for (const { id, email } of [one, other]) {
      expect(sent).not.toContain(id)
      expect(sent).not.toContain(email)
    }
  })

  it('that knows a statement already has it', async () => {
    const { endpoint } = await addStore('')
    answers = [{ status: 409 }]
    await join()
    await dispatch()
    expect(await deliveriesOf(endpoint.id)).toMatchObject([{ state: 'delivered' }])
  })
})

it('an endpoint of another organization is not found', async () => {
  const { endpointId } = await addWebhook()
  organization = await makeOrganization(server)
  for (const name of ['deleteEventEndpoint', 'rotateEventSecret', 'sendTestEvent', 'listEventDeliveries'] as const)
    expect((await server.call(name, about(endpointId))).status).toBe(404)
})

it('keeps events and deliveries for 30 days', async () => {
  const { db } = server.context
  const { endpointId } = await addWebhook()
  const add = (seconds: number, count: number) => db`
    with added as (
      insert into organization_events (organization_id, kind, at)
      select ${organization.id}::uuid, 'learner.joined', ${now}::timestamptz - interval '30 days' - make_interval(secs => ${seconds})
      from generate_series(1, ${count}::int) returning id)
    insert into event_deliveries (endpoint_id, event_id) select ${endpointId}::uuid, id from added`
  await add(-1, 1)
  // More than one step deletes.
  await add(1, 5_001)
  await purgeEvents(server.context)
  const [left] = await db<{ events: number; deliveries: number }[]>`
    select (select count(*)::int from organization_events where organization_id = ${organization.id}) as events,
      (select count(*)::int from event_deliveries where endpoint_id = ${endpointId}) as deliveries`
  expect(left).toEqual({ events: 1, deliveries: 1 })
})
