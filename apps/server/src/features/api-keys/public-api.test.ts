import { randomUUID } from 'node:crypto'
import { apiScopes } from '@kitewise/contract/choices'
import { type ApiScope, type PublicEndpointName, publicEndpoints } from '@kitewise/contract/public-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails } from '../../test-support/act-as-buyer.ts'
import { makeOrganization, type TestOrganization } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { purgeApiKeys } from './public-routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const day = 86_400_000

const makeKey = async (team: TestOrganization, scopes: readonly ApiScope[] = apiScopes, days = 365) => {
  const params = { organizationId: team.id }
  const body = { name: 'Payroll', scopes: [...scopes], days }
  const made = await server.call('createApiKey', { token: team.owner.token, params, body })
  return made.body.data
}

type Wish = {
  body?: object
  idempotencyKey?: string | null
  params?: Record<string, string>
  query?: string
  at?: string
}

const call = async (secret: string, name: PublicEndpointName, wish: Wish = {}) => {
  const { method, path } = publicEndpoints[name]
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) => wish.params?.[field] ?? randomUUID())
  const { idempotencyKey = randomUUID() } = wish
  const response = await fetch(`${wish.at ?? server.url}${address}?${wish.query ?? ''}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(method !== 'GET' && idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(wish.body && { 'content-type': 'application/json' }),
    },
    ...(wish.body && { body: JSON.stringify(wish.body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

const status = async (secret: string) => (await call(secret, 'getOrganization')).status
const names = Object.keys(publicEndpoints) as PublicEndpointName[]
const bodyOf = (name: PublicEndpointName) =>
  name === 'invitePerson' ? { body: { email: `${randomUUID()}@company.example` } } : {}

describe('a key', () => {
  it('opens exactly the endpoints of its scopes; each other one answers 403 as problem details', async () => {
    const team = await makeOrganization(server)
    const someone = await team.add('member')
    const wrong: string[] = []
    for (const name of names)
      for (const scope of apiScopes) {
        const { secret } = await makeKey(team, [scope])
        const reply = await call(secret, name, { ...bodyOf(name), params: { userId: someone.id } })
        if (reply.status !== (publicEndpoints[name].scope === scope ? 200 : 403)) wrong.push(`${scope} ${name}`)
      }
    expect(wrong).toEqual([])
    const { secret } = await makeKey(team, ['people:read'])
    const refused = { type: 'about:blank', status: 403, code: 'scope_missing', title: 'Forbidden' }
    expect((await call(secret, 'listProgress')).body).toMatchObject(refused)
  })

  it('is shown once, has a checksum, and is stored as a hash', async () => {
    const team = await makeOrganization(server)
    const { secret, hint } = await makeKey(team)
    expect(secret).toMatch(/^kw_live_[0-9A-Za-z]{38}$/)
    expect(secret.endsWith(hint)).toBe(true)
    const params = { organizationId: team.id }
    const listed = await server.call('listApiKeys', { token: team.owner.token, params })
    expect(listed.body.data).toMatchObject([
      {
        name: 'Payroll',
        hint,
        createdBy: team.owner.email,
        requestsPerMinute: 1e6,
        lastUsedAt: null,
        oldSecretEndsAt: null,
      },
    ])
    expect(listed.text).not.toContain(secret)
    const stored = await server.context.db<{ row: string }[]>`select k::text as row from api_keys k`
    expect(stored.map(({ row }) => row).join()).not.toContain(secret.slice(0, -4))
    const changed = `${secret.slice(0, 10)}${secret[10] === 'x' ? 'y' : 'x'}${secret.slice(11)}`
    for (const other of [changed, secret.slice(0, -1), '', team.owner.token]) {
      const refused = await call(other, 'getOrganization')
      expect(refused.body).toMatchObject({ status: 401, code: 'api_key_invalid' })
      expect(refused.headers.get('content-type')).toContain('application/problem+json')
    }
    await call(secret, 'getOrganization')
    const used = await server.call('listApiKeys', { token: team.owner.token, params })
    expect(used.body.data[0]?.lastUsedAt).toBeGreaterThanOrEqual(listed.body.data[0]?.createdAt ?? 0)
  })

  it('works for 24 hours more after a rotation, and not at all after its end or a revocation', async () => {
    const team = await makeOrganization(server)
    const { token } = team.owner
    const old = await makeKey(team, ['people:read'], 30)
    const params = { organizationId: team.id, keyId: old.id }
    const fresh = (await server.call('rotateApiKey', { token, params })).body.data
    expect([await status(old.secret), await status(fresh.secret)]).toEqual([200, 200])
    const move = (ms: number) => server.context.db`
      update api_keys set old_ends_at = old_ends_at - ${`${ms} ms`}::interval, expires_at = expires_at - ${`${ms} ms`}::interval
      where id = ${old.id}`
    await move(day)
    expect([await status(old.secret), await status(fresh.secret)]).toEqual([401, 200])
    await move(29 * day)
    expect(await status(fresh.secret)).toBe(401)
    const other = await makeKey(team)
    await server.call('revokeApiKey', { token, params: { ...params, keyId: other.id } })
    expect(await status(other.secret)).toBe(401)
    const log = (await server.call('listAudit', { token, params })).body.data.rows
    expect(log.slice(0, 4).map(({ kind }) => kind)).toEqual([
      'key.revoked',
      'key.created',
      'key.rotated',
      'key.created',
    ])
  })

  it('survives its maker, and stops with its organization', async () => {
    const team = await makeOrganization(server)
    const { secret } = await makeKey(team)
    const { token } = await team.add('owner')
    await server.context.db`delete from users where id = ${team.owner.id}`
    expect((await call(secret, 'getOrganization')).status).toBe(200)
    const listed = await server.call('listApiKeys', { token, params: { organizationId: team.id } })
    expect(listed.body.data).toMatchObject([{ name: 'Payroll', createdBy: null }])
    await server.context.db`update organizations set closed_at = now() where id = ${team.id}`
    expect((await call(secret, 'getOrganization')).status).toBe(401)
  })

  it('is made by owners only', async () => {
    const team = await makeOrganization(server)
    const params = { organizationId: team.id, keyId: randomUUID() }
    const body = { name: 'Mine', scopes: ['people:read' as const], days: 3 }
    for (const role of ['manager', 'billing', 'member'] as const) {
      const { token } = await team.add(role)
      for (const name of ['listApiKeys', 'createApiKey', 'rotateApiKey', 'revokeApiKey'] as const)
        expect((await server.call(name, { token, params, ...(name === 'createApiKey' && { body }) })).error?.name).toBe(
          'forbidden',
        )
    }
    const { token } = team.owner
    expect((await server.call('createApiKey', { token, params, body: { ...body, days: 731 } })).status).toBe(400)
    const foreign = await makeKey(await makeOrganization(server))
    for (const name of ['rotateApiKey', 'revokeApiKey'] as const)
      expect((await server.call(name, { token, params: { ...params, keyId: foreign.id } })).status).toBe(404)
    expect((await call(foreign.secret, 'getOrganization')).status).toBe(200)
  })
})

describe('the public API', () => {
  it('has people, groups, progress and certificates by page, and nothing that a learner wrote', async () => {
    const { db } = server.context
    const team = await makeOrganization(server)
    const groupId = await team.group('Sales')
    const people = [team.owner, ...(await Promise.all([team.add('member', groupId), team.add('manager', groupId)]))]
    const learner = people[1]?.id ?? ''
    await db`insert into certificates (user_id, course_id, id, name, course_name, language, issued_on, issued_at)
      values (${learner}, 'ai-zero', ${randomUUID().replaceAll('-', '')}, 'canary', 'A course', 'en', '2026-05-01', now()),
        (${learner}, 'other', ${randomUUID().replaceAll('-', '')}, 'canary', 'Another', 'en', '2026-05-02', now())`
    await db`insert into learned_days (user_id, day, first_at, last_at, time_zone)
      values (${learner}, '2026-05-01', now(), now(), 'UTC')`
    await db`insert into passed_prompts (user_id, practice_id, prompt, score, passed_at)
      values (${learner}, 'p', 'canary', 5, now())`
    const { secret } = await makeKey(team)
    const pages = async (name: PublicEndpointName, limit: number) => {
      const rows: Record<string, unknown>[] = []
      for (let next: string | null = ''; next !== null;) {
        const reply = await call(secret, name, { query: `limit=${limit}${next && `&cursor=${next}`}` })
        expect(reply.text).not.toContain('canary')
        expect(reply.body.data.length).toBeLessThanOrEqual(limit)
        rows.push(...reply.body.data)
        next = reply.body.next
      }
      return rows
    }
    const ids = people.map(({ id }) => id).sort()
    for (const name of ['listPeople', 'listProgress'] as const)
      for (const limit of [1, 2, 3]) expect((await pages(name, limit)).map(({ userId }) => userId)).toEqual(ids)
    expect((await pages('listPeople', 9)).find(({ userId }) => userId === learner)).toMatchObject({
      groupId,
      seat: 'none',
    })
    expect((await pages('listProgress', 9)).find(({ userId }) => userId === learner)).toEqual({
      userId: learner,
      daysLearned: 1,
      lastDay: '2026-05-01',
      lessons: 0,
      courses: 0,
      certificates: 2,
    })
    expect((await pages('listCertificates', 1)).map(({ courseId }) => courseId)).toEqual(['ai-zero', 'other'])
    expect((await call(secret, 'listGroups')).body).toEqual({ data: [{ id: groupId, name: 'Sales', members: 2 }] })
    expect((await call(secret, 'getOrganization')).body.data).toMatchObject({
      id: team.id,
      seats: { total: 3, taken: 0 },
    })
    for (const query of ['limit=101', 'limit=0', 'cursor=nonsense'])
      expect((await call(secret, 'listPeople', { query })).body).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it("neither shows nor changes another organization's people", async () => {
    const [mine, theirs] = [await makeOrganization(server), await makeOrganization(server)]
    const foreign = await theirs.add('member')
    const foreignGroup = await theirs.group('Secret plans')
    const { token } = theirs.owner
    await server.call('giveSeat', { token, params: { organizationId: theirs.id, userId: foreign.id } })
    const { secret } = await makeKey(mine)
    for (const name of names.filter((one) => publicEndpoints[one].method === 'GET')) {
      const { text } = await call(secret, name)
      for (const other of [foreign.id, foreign.email, theirs.id, foreignGroup]) expect(text).not.toContain(other)
    }
    expect((await call(secret, 'freeSeat', { params: { userId: foreign.id } })).status).toBe(404)
    const body = { email: 'a@company.example', groupId: foreignGroup }
    expect((await call(secret, 'invitePerson', { body })).body).toMatchObject({ status: 404, code: 'group_not_found' })
    const kept = await makeKey(theirs)
    expect((await call(kept.secret, 'getOrganization')).body.data.seats.taken).toBe(1)
  })

  it('invites and frees a seat, by mail and in the log', async () => {
    const team = await makeOrganization(server)
    const someone = await team.add('member')
    const { token } = team.owner
    const params = { organizationId: team.id, userId: someone.id }
    await server.call('giveSeat', { token, params })
    const { secret } = await makeKey(team)
    const email = `${randomUUID()}@company.example`
    const invited = await call(secret, 'invitePerson', { body: { email, name: 'Ada' } })
    expect(invited.status).toBe(200)
    await runJobs(server.context)
    expect(await listMails(server, email)).toEqual(['organization_invitation'])
    const codeOf = async (body: object) => (await call(secret, 'invitePerson', { body })).body.code
    expect(await codeOf({ email })).toBe('already_invited')
    expect(await codeOf({ email: someone.email })).toBe('already_member')
    expect(await codeOf({ email: 'nobody' })).toBe('invalid_email')
    expect((await call(secret, 'freeSeat', { params })).body).toEqual({ data: { done: true } })
    expect((await call(secret, 'getOrganization')).body.data.seats.taken).toBe(0)
    const log = (await server.call('listAudit', { token, params })).body.data.rows
    expect(log.slice(0, 2)).toMatchObject([
      { kind: 'key.freed', actor: null, subject: { userId: someone.id }, detail: 'Payroll' },
      { kind: 'key.invited', actor: null, detail: 'Payroll' },
    ])
  })

  it('repeats the answer of a write with the same key, also at the same time, and refuses another body', async () => {
    const team = await makeOrganization(server)
    const { secret } = await makeKey(team)
    const idempotencyKey = randomUUID()
    const body = { email: `${randomUUID()}@company.example` }
    const replies = await Promise.all([1, 2, 3].map(() => call(secret, 'invitePerson', { body, idempotencyKey })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const other = { email: `${randomUUID()}@company.example` }
    const reused = await call(secret, 'invitePerson', { body: other, idempotencyKey })
    expect(reused.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect((await call(secret, 'invitePerson', { body: other, idempotencyKey: null })).body.code).toBe(
      'idempotency_key_missing',
    )
    const refused = await call(secret, 'invitePerson', { body, idempotencyKey: 'refused' })
    await server.context.db`delete from organization_invitations where organization_id = ${team.id}`
    expect((await call(secret, 'invitePerson', { body, idempotencyKey: 'refused' })).text).toBe(refused.text)
    await server.context.db`update api_answers set created_at = created_at - interval '25 hours'`
    expect((await call(secret, 'invitePerson', { body, idempotencyKey: 'refused' })).status).toBe(200)
    await purgeApiKeys(server.context)
    const left = await server.context.db`
      select 1 from api_answers a join api_keys k on k.id = a.key_id where k.organization_id = ${team.id}`
    expect(left).toHaveLength(1)
  })

  it('counts requests by key and says how many are left', async () => {
    const { limits } = server.context.config
    const limited = await startTestServer({
      database: server.database,
      config: { limits: { ...limits, publicApiPerMinute: 2 } },
    })
    const team = await makeOrganization(server)
    const [{ secret }, other] = [await makeKey(team), await makeKey(team)]
    const ask = (one: string) => call(one, 'getOrganization', { at: limited.url })
    const first = await ask(secret)
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=2;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"key";r=1;t=\d+$/)
    await ask(secret)
    const over = await ask(secret)
    expect(over.body).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(other.secret)).status).toBe(200)
    await limited.close()
  })
})
