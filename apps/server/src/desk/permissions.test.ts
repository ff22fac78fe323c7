import { randomUUID } from 'node:crypto'
import { type DeskEndpoint, type DeskEndpointName, deskEndpoints, mayDo, roles } from '@kitewise/contract/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { actAsStaff, openDesk } from '../test-support/act-as-staff.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const table = Object.entries(deskEndpoints) as unknown as [DeskEndpointName, DeskEndpoint][]
const guarded = table.filter(([, { permission }]) => permission !== 'public')

/** Valid enough to pass the router; permission comes before the shape. */
const inputOf = ({ path, method }: DeskEndpoint) => ({
  params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, randomUUID()])),
  ...(method === 'GET' ? {} : { body: {} }),
})

const asksWhy = ({ body }: DeskEndpoint): boolean =>
  body?.safeParse({}).error?.issues.some(({ path: [field] }) => field === 'reason') ?? false

describe('every desk endpoint', () => {
  it('is refused without a session, and to a learner', async () => {
    const learner = await actAsLearner(server)
    const nobody = openDesk(server)
    for (const [name, endpoint] of guarded) {
      expect([name, (await nobody.call(name, inputOf(endpoint))).status]).toEqual([name, 401])
      const asLearner = await nobody.call(name, { ...inputOf(endpoint), token: learner.token })
      expect([name, asLearner.status]).toEqual([name, 401])
      const asCookie = await openDesk(server, learner.token).call(name, inputOf(endpoint))
      expect([name, asCookie.status]).toEqual([name, 401])
    }
  })

  it('is refused to every role without its permission', async () => {
    for (const role of roles) {
      const staff = await actAsStaff(server, role)
      for (const [name, endpoint] of guarded) {
        const { permission } = endpoint
        if (permission === 'public' || permission === 'signed-in' || mayDo(role, permission)) continue
        const reply = await staff.call(name, inputOf(endpoint))
        expect([role, name, reply.status, reply.error?.name]).toEqual([role, name, 403, 'not_permitted'])
      }
    }
  })

  it('with a step-up is refused to a session that has none', async () => {
    const owner = await actAsStaff(server, 'owner', { steppedUp: false })
    for (const [name, endpoint] of guarded.filter(([, { stepUp }]) => stepUp))
      expect([name, (await owner.call(name, inputOf(endpoint))).error?.name]).toEqual([name, 'step_up_required'])
  })

  it('that acts on a person asks for a reason, is logged, and has its person in the address', () => {
    const acting = guarded.filter(
      ([, { method, permission }]) => method !== 'GET' && /people|staff\.manage/.test(permission),
    )
    const namesOf = (found: typeof table) => found.map(([name]) => name)
    expect(namesOf(acting.filter(([, endpoint]) => !asksWhy(endpoint)))).toEqual([])
    expect(namesOf(table.filter(([, { path, audited }]) => path.includes('{userId}') && !audited))).toEqual([])
    expect(namesOf(table.filter(([, { path }]) => !path.startsWith('/api/desk/')))).toEqual([])
  })
})
