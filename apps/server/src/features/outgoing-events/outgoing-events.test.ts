import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrganization, type TestOrganization } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

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

const call = async (name: Parameters<TestServer['call']>[0], rest: object = {}) =>
  server.call(name, {
    token: organization.owner.token,
    ...rest,
    params: { organizationId: organization.id, ...('params' in rest ? (rest.params as object) : {}) },
  } as never)

const addWebhook = async (kinds: string[] = ['learner.joined']) => {
  const { status, body } = await call('createEventEndpoint', {
    body: { type: 'webhook', url: `${address}/hook`, kinds },
  })
  expect(status).toBe(200)
  return body.data as { endpoint: { id: string }; secret: string }
}

const join = async () => organization.add('member')

/** Runs the minute's job and what it starts. */
const dispatch = async (): Promise<void> => {
  await server.context.db`select graphile_worker.add_job('dispatch-events', '{}')`
  await runJobs(server.context)
}

const deliveriesOf = async (endpointId: string) =>
  (await call('listEventDeliveries', { params: { endpointId } })).body.data.rows as {
    state: string
    attempts: number
    eventId: string
    lastStatus: number | null
    lastError: string | null
    nextAt: number | null
  }[]

describe('a webhook', () => {
  it('gets each event once, signed as receivers check it, without names and addresses', async () => {
    const { endpoint, secret } = await addWebhook()
    const person = await join()
    await dispatch()
    await dispatch()
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(
      new Webhook(secret).verify(body, { ...headers, 'webhook-timestamp': String(headers['webhook-timestamp']) }, {
        toleranceMs: Number.MAX_SAFE_INTEGER,
      } as never),
    ).toMatchObject({ type: 'learner.joined', data: { userId: person.id, organizationId: organization.id } })
    expect(body).not.toContain('@')
    expect(await deliveriesOf(endpoint.id)).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 200 }])
  })

  it('gets an event again with the same ID after failures, later each time, and keeps it when given up', async () => {
    const { endpoint } = await addWebhook()
    answers = [{ status: 500 }]
    await join()
    const waits: number[] = []
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await dispatch()
      const [delivery] = await deliveriesOf(endpoint.id)
      if (delivery?.nextAt == null) break
      waits.push(delivery.nextAt - now.getTime() / 1000)
      setClock(new Date(delivery.nextAt * 1000 + 1000))
    }
    expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds))
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { state: 'dead', attempts: 10, lastStatus: 500, lastError: 'answer of the receiver' },
    ])
    answers = [{ status: 204 }]
    expect(
      (await call('replayDeliveries', { params: { endpointId: endpoint.id }, body: { eventId: null } })).body.data,
    ).toEqual({
      replayed: 1,
    })
    await runJobs(server.context)
    expect(await deliveriesOf(endpoint.id)).toMatchObject([{ state: 'delivered' }])
  })

  it('waits as long as the receiver asks', async () => {
    const { endpoint } = await addWebhook()
    answers = [{ status: 503, headers: { 'retry-after': '900' } }]
    await join()
    await dispatch()
    const [delivery] = await deliveriesOf(endpoint.id)
    expect(delivery?.nextAt).toBe(Math.floor(now.getTime() / 1000) + 900)
  })

  it('is paused when the receiver is gone, and its owners are told', async () => {
    const { endpoint } = await addWebhook()
    answers = [{ status: 410 }]
    await join()
    await dispatch()
    const [shown] = (await call('listEventEndpoints')).body.data as { id: string; pausedBecause: string }[]
    expect(shown).toMatchObject({ id: endpoint.id, pausedBecause: 'gone' })
    const mails = await server.context.db<{ template: string }[]>`
      select template from outgoing_mails where user_id = ${organization.owner.id}`
    expect(mails.map(({ template }) => template)).toContain('events_paused')
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const { endpoint, secret } = await addWebhook()
    const rotated = (await call('rotateEventSecret', { params: { endpointId: endpoint.id } })).body.data as {
      secret: string
    }
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
    const { endpoint } = await addWebhook()
    answers = [{ status: 401 }]
    const tried = await call('sendTestEvent', { params: { endpointId: endpoint.id } })
    expect(tried.body.data).toEqual({ isDelivered: false, status: 401, error: 'answer of the receiver' })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'test' })
  })

  it('at an address that isn’t public is refused', async () => {
    for (const url of [
      'http://example.com/',
      'https://10.0.0.1/',
      'https://192.168.1.1/',
      'https://metadata.internal/',
      'ftp://x.example',
    ])
      expect(
        (await call('createEventEndpoint', { body: { type: 'webhook', url, kinds: ['learner.joined'] } })).status,
      ).toBe(422)
  })
})

describe('a record store', () => {
  it('gets statements about pseudonyms, in one request', async () => {
    const { body } = await call('createEventEndpoint', {
      body: { type: 'xapi', url: `${address}/xapi/`, kinds: ['learner.joined'], user: 'kitewise', password: 'secret' },
    })
    expect(body.data.secret).toBeNull()
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
    const { body } = await call('createEventEndpoint', {
      body: { type: 'xapi', url: address, kinds: ['learner.joined'], user: 'kitewise', password: '' },
    })
    answers = [{ status: 409 }]
    await join()
    await dispatch()
    expect(await deliveriesOf(body.data.endpoint.id)).toMatchObject([{ state: 'delivered' }])
  })
})

it('an endpoint of another organization is not found', async () => {
  const { endpoint } = await addWebhook()
  organization = await makeOrganization(server)
  for (const name of ['deleteEventEndpoint', 'rotateEventSecret', 'sendTestEvent', 'listEventDeliveries'] as const)
    expect((await call(name, { params: { endpointId: endpoint.id } })).status).toBe(404)
})
