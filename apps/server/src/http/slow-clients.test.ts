import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { duplexPair, type Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeConfig } from '../config.ts'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { makeJudgement } from '../test-support/make-evaluation.ts'
import { openSlowClients, slowKinds, type SlowClients } from '../test-support/slow-clients.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'
import { guardConnections } from './guard-connections.ts'

const { timeouts } = testConfig()
const short = { ...timeouts, headersMs: 300, requestMs: 400, checkEveryMs: 50, keepAliveMs: 300, unreadMs: 400 }
const open: { close: () => unknown }[] = []
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-large-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kitewise</title>')
  writeFileSync(join(folder, 'large.css'), 'a'.repeat(8_000_000))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const start = async (config: NonNullable<Parameters<typeof startTestServer>[0]>['config']): Promise<TestServer> => {
  const server = await startTestServer({ config: { webFolder: folder, ...config } })
  open.push(server)
  return server
}

const attack = async (
  server: TestServer,
  clients: number,
  kinds: Parameters<typeof openSlowClients>[0]['kinds'] = slowKinds,
  reopenMs: number | null = null,
): Promise<SlowClients> => {
  const port = Number(new URL(server.url).port)
  const opened = await openSlowClients({ port, clients, kinds, largePath: '/large.css', reopenMs })
  open.push(opened)
  return opened
}

describe('slow and silent clients', () => {
  it.each([
    ['a limit per network', { most: 60, perNetwork: 20 }],
    ['timeouts and a total limit', { most: 60, perNetwork: 0 }],
  ])('never block the health check: %s', async (_what, connections) => {
    const server = await start({ connections })
    await attack(server, 80, slowKinds, 1_000)
    for (let probe = 0; probe < 40; probe += 1) {
      const signal = AbortSignal.timeout(4_000)
      const reply = await fetch(`${server.url}/livez`, { headers: { connection: 'close' }, signal })
      expect(reply.status).toBe(200)
      await reply.text()
    }
    await expect.poll(() => server.openConnections()).toBeLessThanOrEqual(connections.perNetwork || connections.most)
  })

  it.each(slowKinds)('that are %s lose their connection, even when they ignore its end', async (kind) => {
    const server = await start({ timeouts: short, connections: { most: 1_000, perNetwork: 0 } })
    const clients = await attack(server, 12, [kind])
    await expect.poll(() => server.openConnections(), { timeout: 8_000 }).toBe(0)
    expect(clients.openCount()).toBeLessThanOrEqual(12)
  })

  it('that send many requests without reading answers are disconnected, and none of the requests takes effect', async () => {
    const server = await start({})
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('GET /large.css HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(300))
    let bytes = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    socket.on('error', () => undefined)
    await once(socket, 'close')
    expect(bytes).toBeLessThan(10_000_000)
  })

  it('do not delay a shutdown', async () => {
    const server = await start({ connections: { most: 1_000, perNetwork: 0 } })
    await attack(server, 12, ['silent', 'idle'])
    const startedAt = performance.now()
    await server.close()
    open.splice(open.indexOf(server), 1)
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  })
})

/** A server with four connections, each with a request that waits for the judge until released. */
const startBusy = async () => {
  const gate = new EventEmitter()
  const release = () => gate.emit('open')
  let asked = 0
  const evaluate = async () => {
    asked += 1
    await once(gate, 'open')
    return makeJudgement()
  }
  const catalog = makeCatalog({ id: 'a', chapters: { c1: { l1: { f1: ['prompt'] } } } })
  const server = await startTestServer({
    catalog,
    judge: { evaluate },
    config: { connections: { most: 4, perNetwork: 0 } },
  })
  open.push(server, { close: release })
  const learner = await actAsLearner(server)
  const prompts = ['one', 'two', 'three', 'four'].map((word) => `Write a short poem about ${word} kites.`)
  const answers = prompts.map((prompt) => learner.evaluate('a.l1.f1.p1', 'a.l1', 0, prompt))
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(4)
  await expect.poll(() => server.openConnections()).toBe(4)
  return { server, answers, release }
}

describe('connection beyond the limit', () => {
  it('does not affect requests in progress', async () => {
    const { server, answers, release } = await startBusy()
    await attack(server, 30, ['silent'])
    await expect.poll(() => server.openConnections()).toBe(4)
    release()
    for (const answer of answers) expect((await answer).status).toBe(200)
  })

  it('gets 503 when all others are busy, while the health check still returns 200', async () => {
    const { server, answers, release } = await startBusy()
    const headers = { connection: 'close' }
    const refused = await fetch(`${server.url}/api/courses`, { headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await fetch(`${server.url}/livez`, { headers })).status).toBe(200)
    release()
    await Promise.all(answers)
    expect((await fetch(`${server.url}/api/courses`, { headers })).status).toBe(200)
  })
})

/** A connection from an address, as the server receives it. */
type Client = Duplex & { far: Duplex }
const isOpen = (client: Client) => !client.far.destroyed

const perNetwork = (env: Record<string, string>) => {
  const made = makeConfig(env, '/nowhere')
  return 'config' in made ? made.config.connections.perNetwork : made.problems
}

describe('limit per network', () => {
  let server: Server

  const connectFrom = (remoteAddress: string): Client => {
    const [near, far] = duplexPair()
    far.on('error', () => undefined)
    near.on('error', () => undefined)
    server.emit('connection', Object.assign(far, { remoteAddress }))
    return Object.assign(near, { far })
  }
  it('replaces connections of that network only, where an IPv6 network is a /64', async () => {
    server = createServer(() => undefined)
    guardConnections(server, { most: 100, perNetwork: 2 })
    const neighbour = connectFrom('192.0.2.1')
    const six = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(connectFrom)
    const mapped = ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7', '2001:db8:0:1::1'].map(connectFrom)
    await expect
      .poll(() => [neighbour, ...six, ...mapped].map(isOpen))
      .toEqual([true, false, true, true, false, true, true, true])
  })

  it('is off behind trusted proxies, which share one address, unless it is set', () => {
    expect([perNetwork({}), perNetwork({ TRUSTED_PROXIES: '1' })]).toEqual([100, 0])
    expect(perNetwork({ TRUSTED_PROXIES: '1', MAX_CONNECTIONS_PER_NETWORK: '500' })).toBe(500)
  })
})
