import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { unlockJobsOfDeadRunners } from '../../jobs/job-runners.sql.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { makeOrganization, type TestOrganization } from '../../test-support/organization.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { silenceRunners } from '../../test-support/rows/jobs.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

type Received = { path: string; headers: Record<string, string>; body: string }
/** What a receiver does with a request that it has read. */
type Behavior = (response: ServerResponse, request: IncomingMessage) => void

const answer =
  (status: number, body = ''): Behavior =>
  (response) =>
    response.writeHead(status).end(body)
const hang: Behavior = () => {}
const hangAfter =
  (status: number): Behavior =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).write('so far')
const drop: Behavior = (_response, request) => request.socket.destroy()
const pour =
  (status: number): Behavior =>
  (response) => {
    response.writeHead(status)
    const pourOn = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
    }
    response.on('drain', pourOn)
    pourOn()
  }

let server: TestServer
let receiver: Server
let address: string
const received: Received[] = []
/** By the path of the endpoint. */
const behaviors = new Map<string, Behavior>()
let onReceived: (one: Received) => void = () => {}
let now = new Date(Date.now() + 3_600_000)
const passSeconds = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000)
  server.setNow(now)
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('error', () => {})
    request.on('end', () => {
      const path = request.url ?? ''
      const one = { path, headers: request.headers as Record<string, string>, body: Buffer.concat(pieces).toString() }
      received.push(one)
      onReceived(one)
      ;(behaviors.get(path) ?? answer(200))(response, request)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startTestServer({ config: { localProviders: true, eventAnswerMs: 1_500 } })
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await server.close()
})
beforeEach(async () => {
  await server.context.db`delete from event_endpoints`
  received.length = 0
  behaviors.clear()
  onReceived = () => {}
  passSeconds(10)
})

type Hook = { path: string; endpointId: string; secret: string; organization: TestOrganization }

const hookOf = async (
  organization: TestOrganization,
  path: string,
  behavior: Behavior = answer(200),
): Promise<Hook> => {
  behaviors.set(path, behavior)
  const { data } = (
    await server.call('createEventEndpoint', {
      token: organization.owner.token,
      params: { organizationId: organization.id },
      body: { type: 'webhook', url: `${address}${path}`, kinds: ['learner.joined'] },
    })
  ).body
  return { path, endpointId: data.endpoint.id, secret: data.secret ?? '', organization }
}
const placeOf = ({ organization, endpointId }: Hook) => ({
  token: organization.owner.token,
  params: { organizationId: organization.id, endpointId },
})
const dispatch = async (): Promise<void> => {
  await server.context.db`select graphile_worker.add_job('dispatch-events', '{}')`
  await runJobs(server.context)
}
const deliveriesOf = async (hook: Hook) => (await server.call('listEventDeliveries', placeOf(hook))).body.data.rows
const idsAt = (hook: Hook): string[] =>
  received.filter(({ path }) => path === hook.path).map(({ headers }) => headers['webhook-id'] ?? '')

describe('a receiver that', () => {
  it.each<[string, Behavior, object]>([
    ['never answers', hang, { state: 'waiting', lastStatus: null, lastError: 'no answer in time' }],
    ['drops the connection after reading', drop, { state: 'waiting', lastStatus: null }],
    ['says 200 and never ends its body', hangAfter(200), { state: 'delivered', lastStatus: 200, lastError: null }],
    ['says 500 and never ends its body', hangAfter(500), { state: 'waiting', lastStatus: 500, lastError: 'so far' }],
    ['says 200 with an endless body', pour(200), { state: 'delivered', lastStatus: 200 }],
    ['says 500 with an endless body', pour(500), { state: 'waiting', lastStatus: 500, lastError: 'x'.repeat(300) }],
    ['resets its content', answer(205), { state: 'delivered', lastStatus: 205 }],
  ])('%s: the attempt counts and is in the log', async (_words, behavior, expected) => {
    const hook = await hookOf(await makeOrganization(server), '/one', behavior)
    await hook.organization.add('member')
    await dispatch()
    expect(await deliveriesOf(hook)).toMatchObject([{ attempts: 1, ...expected }])
    await dispatch()
    expect(received).toHaveLength(1)
  })

  it('read an event before the connection broke knows it again by its ID', async () => {
    const hook = await hookOf(await makeOrganization(server), '/one', drop)
    await hook.organization.add('member')
    await dispatch()
    behaviors.set('/one', answer(200))
    passSeconds(6)
    await dispatch()
    expect(idsAt(hook)).toHaveLength(2)
    expect(new Set(idsAt(hook)).size).toBe(1)
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('leads elsewhere is not followed', async () => {
    const hook = await hookOf(await makeOrganization(server), '/one', (response) =>
      response.writeHead(307, { location: `${address}/inside` }).end(),
    )
    await hook.organization.add('member')
    await dispatch()
    expect(received.map(({ path }) => path)).toEqual(['/one'])
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'waiting', lastStatus: 307 }])
  })

  it('is gone gets nothing more, and what waits is sent once its owner goes on', async () => {
    const hook = await hookOf(await makeOrganization(server), '/one', answer(410))
    await hook.organization.add('member')
    await hook.organization.add('member')
    await dispatch()
    passSeconds(600)
    await dispatch()
    expect(received).toHaveLength(1)
    behaviors.set('/one', answer(200))
    const body = { kinds: ['learner.joined' as const], isPaused: false }
    await server.call('updateEventEndpoint', { ...placeOf(hook), body })
    await dispatch()
    expect(new Set(idsAt(hook)).size).toBe(2)
    expect((await deliveriesOf(hook)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('has hung for five days is paused', async () => {
    const hook = await hookOf(await makeOrganization(server), '/one', hang)
    for (const seconds of [0, 300, 5 * 86_400]) {
      passSeconds(seconds)
      await hook.organization.add('member')
      await dispatch()
    }
    const [shown] = (await server.call('listEventEndpoints', placeOf(hook))).body.data
    expect(shown?.pausedBecause).toBe('failing')
  })
})

it('an endpoint gets its events in the order in which they happened', async () => {
  const hook = await hookOf(await makeOrganization(server), '/one')
  const people: string[] = []
  for (let number = 0; number < 12; number += 1) people.push((await hook.organization.add('member')).id)
  await dispatch()
  expect(received.map(({ body }) => (JSON.parse(body) as { data: { userId: string } }).data.userId)).toEqual(people)
})

/** Three organizations, because one may have ten endpoints. */
const manyHooks = async (howMany: number, behavior: Behavior): Promise<Hook[]> => {
  const hooks: Hook[] = []
  for (let number = 0; number < howMany; number += 1) {
    const organization = number % 10 === 0 ? await makeOrganization(server) : (hooks.at(-1) as Hook).organization
    hooks.push(await hookOf(organization, `/hanging/${number}`, behavior))
  }
  for (const organization of new Set(hooks.map((hook) => hook.organization))) await organization.add('member')
  return hooks
}

describe('endpoints that hang', { timeout: 60_000 }, () => {
  const open: ServerResponse[] = []
  const holdOpen: Behavior = (response) => open.push(response)

  it('delay neither another endpoint nor a mail', async () => {
    open.length = 0
    await manyHooks(12, holdOpen)
    const healthy = await hookOf(await makeOrganization(server), '/healthy')
    for (let number = 0; number < 3; number += 1) await healthy.organization.add('member')
    const to = healthy.organization.owner.email
    // They never answer while this runs.
    const patient = { ...server.context, config: { ...server.context.config, eventAnswerMs: 120_000 } }
    await server.context.db`select graphile_worker.add_job('dispatch-events', '{}')`
    const running = runJobs(patient)
    await expect.poll(() => [open.length, idsAt(healthy).length], { timeout: 20_000 }).toEqual([12, 3])
    await inTransaction(server.context.db, (tx) =>
      queueMail(tx, { to, language: 'en', template: 'welcome', values: {} }),
    )
    await runJobs(server.context)
    expect((await mailsTo(server.context, to)).length).toBeGreaterThan(0)
    expect(open.every((response) => !response.writableEnded && !response.destroyed)).toBe(true)
    for (const response of open) response.end()
    await running
  })

  it('have their turn after those that answer, however many they are', async () => {
    const hanging = await manyHooks(25, hang)
    await dispatch()
    for (const organization of new Set(hanging.map((hook) => hook.organization))) await organization.add('member')
    const healthy = await hookOf(await makeOrganization(server), '/healthy')
    await healthy.organization.add('member')
    received.length = 0
    await dispatch()
    expect(received.slice(0, 20).map(({ path }) => path)).toContain('/healthy')
    expect(received).toHaveLength(hanging.length + 1)
  })
})

/** Repeatable numbers from 0 to below 1. */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const script = fileURLToPath(new URL('../../test-support/run-job-runner.ts', import.meta.url))

/** A runner in another process that dies when the first event has arrived, before the receiver answers. */
const killRunnerInTheMiddle = async (): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env.PATH, ADDRESS: JSON.stringify(server.database.address) },
    stdio: 'ignore',
  })
  const dead = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  onReceived = () => child.kill('SIGKILL')
  await server.context.db`select graphile_worker.add_job('dispatch-events', '{}')`
  await dead
  onReceived = () => {}
  await silenceRunners(server.context.db)
  expect(await unlockJobsOfDeadRunners(server.context.db, 60)).toBe(1)
}

describe('in a random history of losses, with a killed runner in the middle,', { timeout: 120_000 }, () => {
  it.each([1, 2])('every event arrives, signed, and can be told from a repetition (seed %i)', async (seed) => {
    const random = randomFrom(seed)
    const troubles = [answer(500), answer(503), drop, answer(302), hangAfter(500)]
    const lossy: Behavior = (response, request) => {
      const luck = random()
      const behavior = luck < 0.5 ? answer(200) : (troubles[Math.floor(random() * troubles.length)] ?? drop)
      behavior(response, request)
    }
    const organization = await makeOrganization(server)
    const hooks = [await hookOf(organization, '/a', lossy), await hookOf(organization, '/b', lossy)]
    const joined = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      for (let count = Math.floor(random() * 3); count > 0; count -= 1)
        joined.add((await organization.add('member')).id)
      if (round === 6) {
        joined.add((await organization.add('member')).id)
        await killRunnerInTheMiddle()
      } else await dispatch()
      passSeconds(random() * 40_000)
    }
    // The receivers recover; what was given up meanwhile is sent again by the owner.
    for (const { path } of hooks) behaviors.set(path, answer(200))
    for (const hook of hooks) {
      await server.call('replayDeliveries', { ...placeOf(hook), body: { eventId: null } })
    }
    passSeconds(100_000)
    await dispatch()
    for (const hook of hooks) {
      const here = received.filter(({ path }) => path === hook.path)
      const events = new Map<string, string>()
      for (const { headers, body } of here) {
        const event = new Webhook(hook.secret).verify(body, headers) as { data: { userId: string } }
        const id = headers['webhook-id'] ?? ''
        expect(events.get(id) ?? event.data.userId).toBe(event.data.userId)
        events.set(id, event.data.userId)
      }
      expect([...events.values()].sort()).toEqual([...joined].sort())
      expect((await deliveriesOf(hook)).filter(({ state }) => state !== 'delivered')).toEqual([])
    }
  })
})
