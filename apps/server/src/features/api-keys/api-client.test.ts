import { randomUUID } from 'node:crypto'
import { apiScopes } from '@kitewise/contract/choices'
import { type PublicEndpointName, type PublicEndpoints, publicEndpoints } from '@kitewise/contract/public-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  type Client,
  createClient,
  KitewiseError,
  type Operations,
} from '../../../../../packages/api-client/src/client.ts'
import { makeOrganization, type TestOrganization } from '../../test-support/organization.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const makeClient = async (team: TestOrganization, scopes = [...apiScopes], baseUrl = server.url) => {
  const params = { organizationId: team.id }
  const made = await server.call('createApiKey', {
    token: team.owner.token,
    params,
    body: { name: 'Payroll', scopes, days: 30 },
  })
  return { kitewise: createClient({ baseUrl, key: made.body.data.secret }), keyId: made.body.data.id }
}

const refusalOf = async (call: Promise<unknown>): Promise<KitewiseError> => {
  const error: unknown = await call.then(
    () => new Error('It was not refused.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof KitewiseError)) throw error
  return error
}

describe('the typed client', () => {
  it('calls every operation of the contract, and gets what its types say', async () => {
    const team = await makeOrganization(server)
    const groupId = await team.group('Sales')
    const someone = await team.add('member', groupId)
    const { kitewise } = await makeClient(team)
    const organization = await kitewise.getOrganization()
    const groups = await kitewise.listGroups()
    const people = await kitewise.listPeople({ limit: 100 })
    const progress = await kitewise.listProgress()
    const certificates = await kitewise.listCertificates()
    const invited = await kitewise.invitePerson({ email: `${randomUUID()}@company.example`, groupId })
    const freed = await kitewise.freeSeat({ userId: someone.id })
    const answers: { [N in PublicEndpointName]: Operations[N]['answer'] } = {
      getOrganization: organization,
      listGroups: groups,
      listPeople: people,
      listProgress: progress,
      listCertificates: certificates,
      invitePerson: invited,
      freeSeat: freed,
    }
    for (const [name, { answer }] of Object.entries(publicEndpoints))
      expect(answers[name as PublicEndpointName]).toEqual(answer.parse(answers[name as PublicEndpointName]))
    const ids = [team.owner.id, someone.id].sort()
    expect(people.data.map(({ userId }) => userId)).toEqual(ids)
    expect(groups.data).toEqual([{ id: groupId, name: 'Sales', members: 1 }])
  })

  it('goes through all pages of a list', async () => {
    const team = await makeOrganization(server)
    const people = [team.owner, await team.add('member'), await team.add('member')]
    const { kitewise } = await makeClient(team)
    const found: string[] = []
    for await (const { email } of kitewise.each('listPeople', { limit: 1 })) found.push(email)
    expect(found.sort()).toEqual(people.map(({ email }) => email).sort())
  })

  it('repeats a write with the same key without a second effect', async () => {
    const team = await makeOrganization(server)
    const { kitewise } = await makeClient(team)
    const input = { email: `${randomUUID()}@company.example` }
    const options = { idempotencyKey: randomUUID() }
    const first = await kitewise.invitePerson(input, options)
    expect(await kitewise.invitePerson(input, options)).toEqual(first)
    expect((await refusalOf(kitewise.invitePerson(input))).code).toBe('already_invited')
  })

  it('throws code, status, details and the time to wait', async () => {
    const team = await makeOrganization(server)
    const { limits } = server.context.config
    const limited = await startTestServer({
      database: server.database,
      config: { limits: { ...limits, publicApiPerMinute: 1 } },
    })
    const { kitewise, keyId } = await makeClient(team, ['people:read'])
    expect(await refusalOf(kitewise.listProgress())).toMatchObject({
      code: 'scope_missing',
      status: 403,
      details: { scope: 'progress:read' },
      retryAfterSeconds: null,
    })
    expect((await refusalOf(kitewise.listPeople({ cursor: 'nonsense' }))).code).toBe('invalid_request')
    const { kitewise: eager } = await makeClient(team, ['people:read'], limited.url)
    await eager.getOrganization()
    const refused = await refusalOf(eager.getOrganization())
    expect([refused.code, refused.status]).toEqual(['too_many_requests', 429])
    expect(refused.retryAfterSeconds).toBeGreaterThan(0)
    const params = { organizationId: team.id, keyId }
    await server.call('revokeApiKey', { token: team.owner.token, params })
    expect(await refusalOf(kitewise.getOrganization())).toMatchObject({ code: 'api_key_invalid', status: 401 })
    await limited.close()
  })

  it('says so if something else answers', async () => {
    const client = createClient({
      baseUrl: 'https://learn.company.example',
      key: 'kw_live_',
      fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
    })
    expect(await refusalOf(client.getOrganization())).toMatchObject({ code: 'unreadable_answer', status: 502 })
  })
})

/** Never called: `npm run check` fails if the types take what the server refuses, or lose what it says. */
export const typesRefuse = [
  // @ts-expect-error An invitation needs an address.
  (kitewise: Client) => kitewise.invitePerson({ name: 'Ada' }),
  // @ts-expect-error Fields have their types.
  (kitewise: Client) => kitewise.listPeople({ limit: 'all' }),
  // @ts-expect-error There are no other fields.
  (kitewise: Client) => kitewise.listGroups({ limit: 1 }),
  // @ts-expect-error A list without pages has no pages.
  (kitewise: Client) => kitewise.each('listGroups'),
  // @ts-expect-error The path is part of the input.
  (kitewise: Client) => kitewise.freeSeat(),
  // @ts-expect-error Scores aren't in the answer.
  async (kitewise: Client) => (await kitewise.listProgress()).data[0]?.score,
  // @ts-expect-error Codes are from a closed list.
  (error: KitewiseError) => error.code === 'lesson_locked',
] satisfies unknown[]

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
type IsTrue<Every extends true> = Every
/** Each answer has exactly the fields of the contract, or this doesn't compile. */
export type EveryAnswerAgrees = IsTrue<
  {
    [N in PublicEndpointName]: Same<z.output<PublicEndpoints[N]['answer']>, Operations[N]['answer']>
  }[PublicEndpointName]
>
