import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails } from '../../test-support/act-as-buyer.ts'
import { makeOrganization, person, type TestOrganization } from '../../test-support/organization.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Somebody with a seat. */
const seat = async (team: TestOrganization, wanted: Parameters<typeof person>[1] = {}) => {
  const learner = await person(server, wanted)
  await server.call('joinOrganization', { token: learner.token, body: { token: await team.link() } })
  return { ...learner, place: { token: team.owner.token, params: { organizationId: team.id, userId: learner.id } } }
}

describe('a learner whose seat is taken back', () => {
  it('is told in their language, once a day: that access has ended, what stays and how to go on', async () => {
    const team = await makeOrganization(server, { name: 'Kites & Co' })
    const { email, place, id } = await seat(team)
    await server.context.db`update users set lang = 'es' where id = ${id}`
    await server.call('freeSeat', place)
    await server.call('giveSeat', place)
    await server.call('freeSeat', place)
    await runJobs(server.context)
    const mails = await mailsTo(server.context, email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Tu acceso a través de Kites & Co ha terminado'])
    expect(mails[0]?.text).toContain('Tu progreso, tus certificados')
    expect(mails[0]?.text).toContain('/plans\n')
  })

  it('is told when removed by a manager, by a key or by the directory', async () => {
    const team = await makeOrganization(server)
    const [removed, byKey] = [await seat(team), await seat(team)]
    await server.call('removePerson', removed.place)
    const { token } = team.owner
    const params = { organizationId: team.id }
    const key = await server.call('createApiKey', {
      token,
      params,
      body: { name: 'Payroll', scopes: ['people:write'], days: 30 },
    })
    const freed = await fetch(`${server.url}/api/v1/organization/people/${byKey.id}/seat`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key.body.data.secret}`, 'idempotency-key': randomUUID() },
    })
    expect(freed.status).toBe(200)
    expect(await listMails(server, removed.email)).toEqual(['seat_ended'])
    expect(await listMails(server, byKey.email)).toEqual(['seat_ended'])
    expect(await directoryDrops(team)).toEqual(['seat_ended'])
  })

  it('is not told after leaving, being blocked or deleting the account, or without access to lose', async () => {
    const { context } = server
    const team = await makeOrganization(server)
    const [left, deleted, late] = [await seat(team), await seat(team), await seat(team)]
    await server.call('leaveOrganization', { token: left.token, params: { organizationId: team.id } })
    await server.call('deleteAccount', { token: deleted.token })
    await context.db`update organization_contracts set access_until = now() where organization_id = ${team.id}`
    await server.call('freeSeat', late.place)
    expect(await listMails(server, left.email)).toEqual([])
    expect(await listMails(server, deleted.email)).toEqual(['account_deleted'])
    expect(await listMails(server, late.email)).toEqual([])
  })
})

/** The organization's directory deactivates somebody with a seat. @returns the person's mails */
const directoryDrops = async (team: TestOrganization): Promise<string[]> => {
  const { db } = server.context
  await db`
    insert into organization_domains (id, organization_id, domain, token, proved_at, checked_at)
    values (gen_random_uuid(), ${team.id}, 'dropped.example', 'token', now(), now())`
  const learner = await seat(team, { email: 'ada@dropped.example' })
  const made = await server.call('createScimToken', { token: team.owner.token, params: { organizationId: team.id } })
  const ask = async (method: string, path: string, body: object) => {
    const response = await fetch(`${server.url}/scim/v2/${team.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${made.body.data.token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    // What the answer of a directory has is the subject of its own tests.
    return (await response.json()) as { id: string }
  }
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: learner.email, active: true }
  const { id } = await ask('POST', '/Users', user)
  await ask('PUT', `/Users/${id}`, { ...user, active: false })
  return listMails(server, learner.email)
}
