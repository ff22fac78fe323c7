import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'

const { pinHashing } = testConfig()
/** The hashing is slow enough to dominate the response time. */
const config = { trustedProxies: 1, pinHashing: { ...pinHashing, memoryKib: 16_384, passes: 4 } }
const pairs = 21
const servers: TestServer[] = []

beforeAll(async () => {
  const first = await startTestServer({ config })
  servers.push(first)
  servers.push(await startTestServer({ config: { ...config, loginNewDevice: 'mail' }, database: first.database }))
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

const signInMs = async (server: TestServer, email: string, wanted: string): Promise<number> => {
  const network = `10.${[...randomBytes(3)].join('.')}`
  const begin = performance.now()
  const reply = await server.call('login', { body: { email, pin: '0001' }, headers: { 'x-forwarded-for': network } })
  const took = performance.now() - begin
  expect(reply.error?.name).toBe(wanted)
  return took
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

it.each([
  ['a wrong PIN', 0, 'invalid_credentials'],
  ['a browser that must use the mailbox', 1, 'check_mailbox'],
])(
  'answers %s in the same time with and without an account',
  async (_, at, wanted) => {
    const [server] = servers.slice(at)
    if (!server) throw new Error('there is no server')
    const [known, unknown]: [number[], number[]] = [[], []]
    // Interleaved, so that other load slows both down equally.
    for (let pair = 0; pair < pairs; pair += 1) {
      const { email } = await createUser(server.context)
      known.push(await signInMs(server, email, wanted))
      unknown.push(await signInMs(server, `nobody-${pair}@kitewise.example`, wanted))
    }
    const ratio = median(known) / median(unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  },
  60_000,
)
