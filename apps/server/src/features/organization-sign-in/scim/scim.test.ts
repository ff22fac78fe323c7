import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../../test-support/act-as-learner.ts'
import { createUser } from '../../../test-support/factories.ts'
import { createOrganization, readOrganization } from '../../../test-support/rows/organizations.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { insertSession } from '../../../platform/sessions.sql.ts'

let server: TestServer
let owner: Awaited<ReturnType<typeof actAsLearner>>
beforeAll(async () => {
  server = await startTestServer()
  owner = await actAsLearner(server)
})
afterAll(() => server.close())

let count = 0
/** An organization with a proved domain and a token, and its directory. */
const openDirectory = async (seats = 3) => {
  count += 1
  const domain = `company-${count}.example`
  const id = await createOrganization(server.context, { owners: [owner.id], seats, domains: [domain] })
  const made = await server.call('createScimToken', { token: owner.token, params: { organizationId: id } })
  const { token } = made.body.data
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`${server.url}/scim/v2/${id}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return { id, domain, token, call }
}
type Directory = Awaited<ReturnType<typeof openDirectory>>

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const oktaUser = (email: string) => ({
  schemas: [userSchema],
  userName: email,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Ada Byron',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
})
const entraUser = (email: string) => ({
  schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: email.split('@')[0],
  userName: email,
  active: true,
  displayName: 'Ada Byron',
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Byron', familyName: 'Byron', givenName: 'Ada' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Research' },
  roles: [],
})
const filterOf = (name: string, value: string) => `/Users?filter=${encodeURIComponent(`${name} eq "${value}"`)}`
const add = async ({ call, domain }: Directory, name: string = randomUUID()) => {
  const email = `${name}@${domain}`
  const { body } = await call('POST', '/Users', oktaUser(email))
  return { id: body.id as string, email, path: `/Users/${body.id}` }
}
const learnerOf = async (email: string) => {
  const [row] = await server.context.db<{ id: string }[]>`select id from users where email = ${email}`
  return row?.id ?? 'nobody'
}
const patch = (...operations: object[]) => ({ schemas: [patchSchema], Operations: operations })

describe("Okta's sequence", () => {
  it('passes its specification test, step by step', async () => {
    const directory = await openDirectory()
    const { call, domain, id } = directory
    const { id: existing } = await add(directory)
    const first = await call('GET', '/Users?count=1&startIndex=1')
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toContain('application/scim+json')
    expect(first.body).toMatchObject({ totalResults: 1, itemsPerPage: 1, startIndex: 1 })
    expect(first.body.Resources[0]).toMatchObject({
      id: existing,
      name: { givenName: 'Ada', familyName: 'Byron' },
      active: true,
    })
    expect((await call('GET', `/Users/${existing}`)).status).toBe(200)
    const nobody = await call('GET', filterOf('userName', 'nobody@x.example'))
    expect([nobody.status, nobody.body.totalResults, nobody.body.Resources]).toEqual([200, 0, []])
    const missing = await call('GET', '/Users/010101001010101011001010101011')
    expect(missing).toMatchObject({ status: 404, body: { schemas: [errorSchema], status: '404' } })
    expect(missing.body.detail).toEqual(expect.any(String))
    const email = `new.person@${domain}`
    expect((await call('GET', filterOf('userName', email))).body.totalResults).toBe(0)
    const created = await call('POST', '/Users', oktaUser(email))
    expect(created).toMatchObject({ status: 201, body: { userName: email, active: true } })
    expect(created.headers.get('location')).toMatch(new RegExp(`/scim/v2/${id}/Users/${created.body.id}$`))
    expect(created.body.meta).toMatchObject({ resourceType: 'User', location: created.headers.get('location') })
    expect((await call('GET', `/Users/${created.body.id}`)).body).toEqual(created.body)
    expect(await call('POST', '/Users', oktaUser(email))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    expect((await call('GET', filterOf('userName', email.toUpperCase()))).body.totalResults).toBe(1)
    expect((await call('GET', '/Groups')).body).toMatchObject({ totalResults: 0, Resources: [] })
    const wrong = await call('GET', '/Users', undefined, { authorization: 'Bearer wrong' })
    expect(wrong).toMatchObject({ status: 401, body: { schemas: [errorSchema], status: '401' } })
    expect((await call('GET', `/Users/${randomUUID()}`)).status).toBe(404)
  })

  it('changes and deactivates without a path; never shows a password', async () => {
    const directory = await openDirectory()
    const { path, email, id } = await add(directory)
    const { call } = directory
    const replaced = await call('PUT', path, {
      ...oktaUser(email),
      id,
      name: { givenName: 'Augusta', familyName: 'Byron' },
    })
    expect(replaced.body.name.givenName).toBe('Augusta')
    expect(JSON.stringify(replaced.body)).not.toContain('1mz050nq')
    for (const active of [false, true, false]) {
      const changed = await call('PATCH', path, patch({ op: 'replace', value: { active } }))
      expect([changed.status, changed.body.active]).toEqual([200, active])
      expect((await call('GET', path)).body.active).toBe(active)
    }
  })
})

describe("Entra ID's sequence", () => {
  it.each([
    [
      'one operation each',
      (email: string) => [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
        { op: 'Replace', path: 'name.givenName', value: 'Augusta' },
        { op: 'Add', path: 'displayName', value: 'Augusta King' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
      ],
      (active: string) => [{ op: 'Replace', path: 'active', value: active }],
    ],
    [
      'one map with dotted keys',
      (email: string) => [
        {
          op: 'replace',
          value: {
            'emails[type eq "work"].value': email,
            'name.givenName': 'Augusta',
            displayName: 'Augusta King',
            'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Sales',
          },
        },
      ],
      (active: string) => [{ op: 'replace', value: { active } }],
    ],
  ])('works in the dialect with %s', async (_name, changes, activity) => {
    const { call, domain } = await openDirectory()
    expect((await call('GET', filterOf('userName', randomUUID()))).body.totalResults).toBe(0)
    const created = await call('POST', '/Users', entraUser(`ada@${domain}`))
    expect(created.status).toBe(201)
    const path = `/Users/${created.body.id}`
    const email = `augusta@${domain}`
    const changed = await call('PATCH', path, patch(...changes(email)))
    expect(changed.body).toMatchObject({ name: { givenName: 'Augusta' }, displayName: 'Augusta King' })
    expect(changed.body.emails).toEqual([{ value: email, type: 'work', primary: true }])
    expect((await call('GET', filterOf('emails.value', email))).body.totalResults).toBe(1)
    expect((await call('GET', filterOf('externalId', 'ada'))).body.totalResults).toBe(1)
    expect((await call('PATCH', path, patch(...activity('False')))).body.active).toBe(false)
    expect((await call('PATCH', path, patch(...activity('True')))).body.active).toBe(true)
    const gone = await call('DELETE', path)
    expect([gone.status, gone.body]).toEqual([204, null])
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
  })

  it('asks for groups without their members, and for pages beyond the end', async () => {
    const directory = await openDirectory()
    const { call } = directory
    for (const name of ['a', 'b', 'c']) await add(directory, name)
    expect((await call('GET', '/Groups?excludedAttributes=members')).status).toBe(200)
    expect((await call('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: 3,
      itemsPerPage: 0,
      Resources: [],
    })
    expect((await call('GET', '/Users?startIndex=9')).body).toMatchObject({ totalResults: 3, Resources: [] })
    const second = await call('GET', '/Users?startIndex=2&count=1')
    expect(second.body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual([
      `b@${directory.domain}`,
    ])
    expect((await call('GET', '/Users?startIndex=-4&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
  })
})

describe('a filter', () => {
  const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
  it.each([
    ['in parentheses', (email: string) => `(userName eq "${email}")`],
    ['with the whole name of the attribute', (email: string) => `${core}:userName eq "${email}"`],
    ['in other capitals', (email: string) => `${core.toUpperCase()}:USERNAME EQ "${email}"`],
    ['by the kind of address', (email: string) => `emails[type eq "work"].value eq "${email}"`],
    ['by a value within the addresses', (email: string) => `emails[type eq "work" and value eq "${email}"]`],
    ['by the first address', (email: string) => `emails[primary eq true and (value eq "${email}")]`],
  ])('%s finds the person', async (_, filter) => {
    const directory = await openDirectory()
    await add(directory)
    const { email } = await add(directory)
    const { body } = await directory.call('GET', `/Users?filter=${encodeURIComponent(filter(email))}`)
    expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual([email])
  })
})

it.each([
  [0, 1],
  ['0', '1'],
  ['No', 'YES'],
  ['inactive', 'active'],
  [[{ value: 'False' }], [{ value: 'True' }]],
])('active may be %j and %j', async (off, on) => {
  const directory = await openDirectory()
  const { path } = await add(directory)
  for (const [value, active] of [
    [off, false],
    [on, true],
  ] as const) {
    const { body } = await directory.call('PATCH', path, patch({ op: 'replace', path: 'active', value }))
    expect(body.active).toBe(active)
  }
})

it.each([
  ['GET', '/scim'],
  ['GET', '/scim/v2/users'],
  ['GET', '/scim/v2/Users'],
  ['POST', '/scim/v2/00000000-0000-4000-8000-000000000000/Bulk'],
  ['DELETE', '/scim/v2/00000000-0000-4000-8000-000000000000/Users'],
])('%s %s, which there is not, is an error of SCIM', async (method, path) => {
  const response = await fetch(`${server.url}${path}`, { method })
  expect(response.headers.get('content-type')).toContain('application/scim+json')
  expect([response.status, await response.json()]).toMatchObject([404, { schemas: [errorSchema], status: '404' }])
})

describe('what a directory may not say', () => {
  it.each([
    ['an unknown filter', 'GET', '/Users?filter=title%20eq%20%22x%22', undefined, 'invalidFilter'],
    ['another comparison', 'GET', '/Users?filter=userName%20co%20%22x%22', undefined, 'invalidFilter'],
    [
      'two comparisons',
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "a" and active eq true')}`,
      undefined,
      'invalidFilter',
    ],
    ['a filter without an end', 'GET', `/Users?filter=${'('.repeat(5_000)}`, undefined, 'invalidFilter'],
    ['a NUL that the text describes', 'GET', '/Users?filter=id%20eq%20%22%5Cu0000%22', undefined, 'invalidFilter'],
    ['half a character', 'GET', '/Users?filter=userName%20eq%20%22%5Cud800%22', undefined, 'invalidFilter'],
    ['no JSON', 'POST', '/Users', '{"userName":', 'invalidSyntax'],
    ['nobody', 'POST', '/Users', {}, 'invalidValue'],
    ['no address', 'POST', '/Users', { userName: 'ada' }, 'invalidValue'],
    ['an address elsewhere', 'POST', '/Users', oktaUser('ada@elsewhere.example'), 'invalidValue'],
    ['a page that is no number', 'GET', '/Users?count=many', undefined, 'invalidValue'],
  ])('%s is a 400', async (_words, method, path, body, scimType) => {
    const { call } = await openDirectory()
    expect(await call(method, path, body)).toMatchObject({ status: 400, body: { schemas: [errorSchema], scimType } })
  })

  it.each([
    ['an unknown attribute', { op: 'replace', path: 'wings', value: 2 }, 'invalidPath'],
    ['an unknown operation', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    ['a state that is neither', { op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    ['no name any more', { op: 'remove', path: 'userName' }, 'invalidValue'],
  ])('%s in a change is a 400, and changes nothing', async (_words, operation, scimType) => {
    const directory = await openDirectory()
    const { path } = await add(directory)
    const good = { op: 'replace', path: 'active', value: false }
    expect(await directory.call('PATCH', path, patch(good, operation))).toMatchObject({
      status: 400,
      body: { scimType },
    })
    expect((await directory.call('GET', path)).body.active).toBe(true)
  })
})

describe('a provisioned person', () => {
  it('has an account without a PIN, a membership and a seat while one is free', async () => {
    const directory = await openDirectory(1)
    const [first, second] = [await add(directory), await add(directory)]
    const { members, seated } = await readOrganization(server.context, directory.id)
    const [one, two] = [await learnerOf(first.email), await learnerOf(second.email)]
    expect(members).toEqual(expect.arrayContaining([one, two]))
    expect(seated).toEqual([one])
  })

  it('who has an account already does not become a member before proving that it is theirs', async () => {
    const directory = await openDirectory()
    const email = `private@${directory.domain}`
    const learner = await createUser(server.context, { email })
    const { path } = await add(directory, 'private')
    expect((await readOrganization(server.context, directory.id)).members).not.toContain(learner.id)
    await directory.call('DELETE', path)
    expect((await server.call('login', { body: learner })).status).toBe(200)
  })

  it('who is deactivated loses the sessions of the organization on every instance, the seat and nothing else', async () => {
    const second = await startTestServer({ database: server.database, config: { sessionCache: true } })
    const directory = await openDirectory(1)
    const { email, path } = await add(directory)
    const userId = await learnerOf(email)
    const open = async (organizationId: string | null) => {
      const id = randomUUID()
      await insertSession(server.context.db, { id, userId, organizationId, seconds: 3600 })
      return server.context.sessionTokens.sign({ userId, sessionId: id })
    }
    const [company, own] = [await open(directory.id), await open(null)]
    expect((await second.call('me', { token: company })).status).toBe(200)
    const off = { op: 'Replace', path: 'active', value: 'False' }
    expect((await directory.call('PATCH', path, patch(off))).status).toBe(200)
    expect((await server.call('me', { token: company })).error?.details).toEqual({ reason: 'organization' })
    await expect.poll(async () => (await second.call('me', { token: company })).status).toBe(401)
    expect((await second.call('me', { token: own })).status).toBe(200)
    const { members, seated, freeSeats } = await readOrganization(server.context, directory.id)
    expect([members.includes(userId), seated, freeSeats]).toEqual([false, [], 1])
    await directory.call('PATCH', path, patch({ op: 'Replace', path: 'active', value: 'True' }))
    expect((await readOrganization(server.context, directory.id)).seated).toEqual([userId])
    await second.close()
  })

  it('who is the last owner stays one', async () => {
    const domain = `owned-${randomUUID()}.example`
    const learner = await actAsLearner(server, { email: `boss@${domain}` })
    const id = await createOrganization(server.context, { owners: [learner.id], seats: 1, domains: [domain] })
    const input = { token: learner.token, params: { organizationId: id } }
    const { token } = (await server.call('createScimToken', input)).body.data
    const headers = { authorization: `Bearer ${token}` }
    const created = await server.call(`POST /scim/v2/${id}/Users`, { headers, body: oktaUser(learner.email) })
    // The answer of SCIM isn't in the table of endpoints.
    const { id: userId } = JSON.parse(created.text) as { id: string }
    await server.call(`DELETE /scim/v2/${id}/Users/${userId}`, { headers })
    expect((await server.call('signInSettings', input)).status).toBe(200)
  })
})

describe('two organizations', () => {
  it('never see each other', async () => {
    const [one, two] = [await openDirectory(), await openDirectory()]
    const { path, email } = await add(one)
    expect((await two.call('GET', '/Users')).body.totalResults).toBe(0)
    expect((await two.call('GET', filterOf('userName', email))).body.totalResults).toBe(0)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', oktaUser(email)],
      ['PATCH', patch({ op: 'replace', value: { active: false } })],
      ['DELETE', undefined],
    ] as const)
      expect((await two.call(method, path, body)).status).toBe(404)
    const headers = { authorization: `Bearer ${two.token}` }
    expect((await one.call('GET', path, undefined, headers)).status).toBe(401)
    expect((await one.call('GET', path)).body.active).toBe(true)
  })
})

const settings = (id: string) => server.call('signInSettings', { token: owner.token, params: { organizationId: id } })

describe('a token', () => {
  it('shows when it was used, is replaced within a day, and ends at once when provisioning is turned off', async () => {
    const { id, call } = await openDirectory()
    expect((await settings(id)).body.data.scim.tokens[0]?.lastUsedAt).toBe(null)
    await call('GET', '/Users')
    expect((await settings(id)).body.data.scim.tokens[0]?.lastUsedAt).toEqual(expect.any(String))
    await server.call('createScimToken', { token: owner.token, params: { organizationId: id } })
    expect((await call('GET', '/Users')).status).toBe(200)
    await server.context.db`update scim_tokens set expires_at = now() where expires_at is not null`
    expect((await call('GET', '/Users')).status).toBe(401)
    await server.call('removeScimTokens', { token: owner.token, params: { organizationId: id } })
    expect((await settings(id)).body.data.scim.tokens).toEqual([])
  })
})

describe('the description of the service', () => {
  it('says what works, and nothing that does not', async () => {
    const { call } = await openDirectory()
    const { body } = await call('GET', '/ServiceProviderConfig')
    expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true } })
    expect((await call('GET', '/ResourceTypes')).body.Resources).toMatchObject([{ id: 'User', endpoint: '/Users' }])
    expect((await call('GET', '/ResourceTypes/User')).body.schema).toBe(userSchema)
    const names = (await call('GET', `/Schemas/${userSchema}`)).body.attributes.map(
      ({ name }: { name: string }) => name,
    )
    expect(names).toEqual(['userName', 'name', 'displayName', 'emails', 'active'])
    expect((await call('GET', '/Schemas/urn:other')).status).toBe(404)
  })
})
