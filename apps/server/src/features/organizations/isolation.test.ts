import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint, type EndpointName } from '@kitewise/contract/endpoints'
import { apiScopes } from '@kitewise/contract/choices'
import { publicEndpoints } from '@kitewise/contract/public-api'
import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOrganization, wishFor } from '../../test-support/organization.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

/** What the domain name system holds. */
const records = new Map<string, string[]>()
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:1'

let server: TestServer
let teams: [Team, Team]
let everything: string

beforeAll(async () => {
  const domainRecords = { readTxt: async (domain: string) => records.get(domain) ?? [] }
  server = await startTestServer({ domainRecords, config: { localProviders: true } })
  everything = await queryOfEverything()
  teams = [await build('mark-of-ana'), await build('mark-of-ben')]
}, 60_000)
afterAll(() => server.close())

type Ids = Record<string, string>
type Team = { token: string; key: string; scim: string; domain: string; ids: Ids; marks: string[] }

/** An organization with something in every table, and each way in. */
const build = async (name: string): Promise<Team> => {
  const team = await makeOrganization(server, { name, seats: 50 })
  const groupId = await team.group(`${name}-group`)
  const member = await team.add('member', groupId)
  const { token } = team.owner
  const params = { organizationId: team.id }
  const own = { token, params }
  const domain = `${name}.example`
  await server.call('createAssignment', { ...own, body: { groupId, courseId: 'ai-zero', dueOn: '2030-01-01' } })
  await server.call('sendInvitations', { ...own, body: { text: `${name}-invited@company.example`, groupId } })
  await team.link()
  const added = (await server.call('addDomain', { ...own, body: { domain } })).body.data
  records.set(domain, [added.record])
  await server.call('checkDomain', { token, params: { ...params, domainId: added.id } })
  const provider = { issuer: `${nowhere}/`, clientId: `${name}-client`, clientSecret: `${name}-secret` }
  await server.call('saveProvider', { ...own, body: provider })
  const scim = (await server.call('createScimToken', own)).body.data.token
  const hook = { type: 'webhook' as const, url: `${nowhere}/${name}`, kinds: ['learner.joined' as const] }
  const { endpoint } = (await server.call('createEventEndpoint', { ...own, body: hook })).body.data
  await team.add('member', groupId)
  const wish = { name: `${name}-key`, scopes: [...apiScopes], days: 30 }
  const key = (await server.call('createApiKey', { ...own, body: wish })).body.data
  const [assignment] = (await server.call('listAssignments', own)).body.data
  const [invitation] = (await server.call('listInvitations', own)).body.data.rows
  const [link] = (await server.call('listJoinLinks', own)).body.data
  const [event] = (await server.call('listEventDeliveries', { token, params: { ...params, endpointId: endpoint.id } }))
    .body.data.rows
  const user = { userName: `${name}-scim@${domain}`, active: true }
  const inDirectory = await callScim({ path: `/${team.id}/Users`, method: 'POST', token: scim, body: user })
  const { id: scimId } = JSON.parse(inDirectory.text) as { id: string }
  return {
    token,
    key: key.secret,
    scim,
    domain,
    ids: {
      organizationId: team.id,
      groupId,
      userId: member.id,
      assignmentId: assignment?.id ?? '',
      invitationId: invitation?.id ?? '',
      linkId: link?.id ?? '',
      domainId: added.id,
      endpointId: endpoint.id,
      eventId: event?.eventId ?? '',
      keyId: key.id,
      scimId,
    },
    marks: [name, team.id, groupId, member.id, member.email, endpoint.id, key.id, added.id],
  }
}

const callScim = async ({
  path,
  method,
  token,
  body,
}: {
  path: string
  method: string
  token: string
  body?: object
}) => {
  const response = await fetch(`${server.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** Every row of every table that belongs to an organization, so that a new table is covered too. */
const queryOfEverything = async (): Promise<string> => {
  const tables = await server.context.db<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where column_name = 'organization_id' and table_schema = current_schema() order by 1`
  expect(tables.length).toBeGreaterThan(15)
  const parts = tables.map(
    ({ name }) => `select '${name}' as place, t::text as row from ${name} t where organization_id = $1`,
  )
  const deliveries = `select 'event_deliveries', d::text from event_deliveries d
    join event_endpoints e on e.id = d.endpoint_id where e.organization_id = $1`
  const itself = `select 'organizations', o::text from organizations o where id = $1`
  return [...parts, deliveries, itself].join(' union all ').concat(' order by 1, 2')
}
const rowsOf = ({ ids }: Team) => server.context.db.unsafe(everything, [ids.organizationId ?? ''])

/** A valid body for each endpoint that takes one. */
const bodies: Partial<Record<EndpointName, (ids: Ids, text: string) => object>> = {
  updateOrganization: (_ids, text) => ({ ...wishFor(text), joinsByDomain: false }),
  updateMembership: () => ({ wantsDigest: false }),
  closeOrganization: ({ organizationId }) => ({
    name: teams.find(({ ids }) => ids.organizationId === organizationId)?.marks[0],
  }),
  buySeats: () => ({ attempt: randomUUID(), way: 'card', interval: 'month', seats: 3 }),
  changeSeats: () => ({ attempt: randomUUID(), seats: 3 }),
  changePersonsGroup: ({ groupId }) => ({ groupId }),
  changeRole: () => ({ role: 'member' }),
  createGroup: (_ids, text) => ({ name: `${text} ${randomUUID()}` }),
  renameGroup: (_ids, text) => ({ name: `${text} ${randomUUID()}` }),
  createAssignment: ({ groupId }) => ({ groupId, courseId: 'ai-zero', dueOn: '2030-01-01' }),
  previewInvitations: ({ groupId }) => ({ text: 'a@company.example', groupId }),
  sendInvitations: ({ groupId }) => ({ text: `${randomUUID()}@company.example`, groupId }),
  createJoinLink: ({ groupId }) => ({ groupId, maxUses: 3, days: 3 }),
  addDomain: () => ({ domain: `${randomUUID()}.example` }),
  saveProvider: (_ids, text) => ({ issuer: `${nowhere}/`, clientId: text, clientSecret: 'x' }),
  requireProvider: () => ({ isRequired: false }),
  createEventEndpoint: () => ({ type: 'webhook', url: `${nowhere}/x`, kinds: ['learner.joined'] }),
  updateEventEndpoint: () => ({ kinds: ['lesson.finished'], isPaused: true }),
  replayDeliveries: ({ eventId }) => ({ eventId }),
  createApiKey: (_ids, text) => ({ name: text, scopes: ['people:read'], days: 3 }),
}

type Call = {
  name: string
  /** Where ids go: into the path, the query or the body. */
  places: readonly string[]
  isDestructive: boolean
  send: (me: Team, ids: Ids, text: string) => Promise<{ status: number; text: string }>
}

const placesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place)

/** In the body or query. */
const hidden: Partial<Record<EndpointName, readonly string[]>> = {
  changePersonsGroup: ['groupId'],
  createAssignment: ['groupId'],
  previewInvitations: ['groupId'],
  sendInvitations: ['groupId'],
  createJoinLink: ['groupId'],
  replayDeliveries: ['eventId'],
  listPeople: ['groupId'],
  exportPeople: ['groupId'],
}

/** Taken from the contract, so that a new endpoint is covered, or fails for want of a body. */
const sessionCalls: Call[] = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([, { path }]) => path.startsWith('/api/organizations/{organizationId}'))
  .map(([name, { path, method }]) => ({
    name,
    places: [...new Set([...placesIn(path), ...(hidden[name] ?? [])])],
    isDestructive: method === 'DELETE' || name === 'closeOrganization',
    send: (me, ids, text) => {
      const body = bodies[name]?.(ids, text)
      const query = name === 'listPeople' || name === 'exportPeople' ? `groupId=${ids.groupId}` : ''
      return server.call(name, { token: me.token, params: ids, query, ...(body && { body }) })
    },
  }))

const keyCalls: Call[] = Object.entries(publicEndpoints).map(([name, { path, method }]) => ({
  name: `key ${name}`,
  places: placesIn(path),
  isDestructive: method === 'DELETE',
  send: (me, ids) =>
    server.call(`${method} ${path.replace('{userId}', ids.userId ?? '')}`, {
      token: me.key,
      ...(method !== 'GET' && { headers: { 'idempotency-key': randomUUID() } }),
      ...(name === 'invitePerson' && { body: { email: `${randomUUID()}@company.example` } }),
    }),
}))

const scimCall = (method: string, path: string, body?: (me: Team, ids: Ids) => object): Call => ({
  name: `scim ${method} ${path}`,
  places: placesIn(`/{organizationId}${path}`),
  isDestructive: method === 'DELETE' || method === 'PATCH',
  send: (me, ids) =>
    callScim({
      method,
      path: `/${ids.organizationId}${path.replace('{scimId}', ids.scimId ?? '')}`,
      token: me.scim,
      ...(body && { body: body(me, ids) }),
    }),
})
const scimCalls: Call[] = [
  scimCall('GET', '/Users'),
  scimCall('GET', '/Users/{scimId}'),
  scimCall('POST', '/Users', ({ domain }) => ({ userName: `${randomUUID()}@${domain}`, active: true })),
  scimCall('PUT', '/Users/{scimId}', ({ domain }) => ({ userName: `${randomUUID()}@${domain}`, active: true })),
  scimCall('PATCH', '/Users/{scimId}', () => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', value: { active: false } }],
  })),
  scimCall('DELETE', '/Users/{scimId}'),
]
const calls = [...sessionCalls, ...keyCalls, ...scimCalls]

const mix = (places: readonly string[], me: Team, other: Team, isForeign: (place: string) => boolean): Ids => ({
  ...me.ids,
  ...Object.fromEntries(places.filter(isForeign).map((place) => [place, other.ids[place] ?? ''])),
})

const attempt = async (call: Call, me: Team, other: Team, ids: Ids, text = 'Kites') => {
  const before = await rowsOf(other)
  const reply = await call.send(me, ids, text)
  const shown = other.marks.filter((mark) => reply.text.includes(mark))
  const failed = reply.status >= 500
  const rows = await rowsOf(other)
  expect({ name: call.name, failed, shown, rows }).toEqual({ name: call.name, failed: false, shown: [], rows: before })
  return reply
}

it('an id of another organization is unknown in every place of every call', { timeout: 120_000 }, async () => {
  const [me, other] = teams
  expect(sessionCalls.length).toBeGreaterThan(50)
  const wrong: string[] = []
  for (const call of calls) {
    // What ids of one's own answer shows that the call itself is right. Those that would end something come last in line.
    if (!call.isDestructive) {
      const { status, text } = await attempt(call, me, other, me.ids)
      if (status === 400 || status === 404) wrong.push(`${call.name} with own ids: ${status} ${text}`)
    }
    for (const place of call.places) {
      const ids = mix(call.places, me, other, (one) => one === place)
      const { status, text } = await attempt(call, me, other, ids)
      // A filter or a selection of something foreign is an empty one.
      const isEmpty = hidden[call.name as EndpointName]?.includes(place) && /"total":0|"replayed":0|"csv"/.test(text)
      const isUnknown = [401, 404, 422].includes(status)
      if (!isUnknown && !isEmpty) wrong.push(`${call.name} ${place}: ${status} ${text}`)
    }
  }
  expect(wrong).toEqual([])
})

it('calls with any mixture of ids neither show nor change another organization', { timeout: 120_000 }, async () => {
  const step = record({
    actor: constantFrom(0 as const, 1 as const),
    call: constantFrom(...calls.filter(({ name }) => name !== 'leaveOrganization')),
    foreign: array(boolean(), { minLength: 4, maxLength: 4 }),
    text: constantFrom('Kites', "' or 1=1 --", '%'),
  })
  const reached = new Set<number>()
  await assert(
    asyncProperty(step, async ({ actor, call, foreign, text }) => {
      const [me, other] = actor === 0 ? teams : ([teams[1], teams[0]] as const)
      // What ends something of one's own would leave nothing to try.
      const isForeign = (place: string): boolean =>
        (foreign[call.places.indexOf(place)] ?? false) || (call.isDestructive && place === call.places.at(-1))
      if (call.isDestructive && call.places.length === 0) return
      const { status } = await attempt(call, me, other, mix(call.places, me, other, isForeign), text)
      reached.add(status)
    }),
    { numRuns: 300 },
  )
  expect(reached).toContain(200)
  expect(reached).toContain(404)
})
