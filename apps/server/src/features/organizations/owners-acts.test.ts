import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOrganization, proveDomain, type TestOrganization, wishFor } from '../../test-support/organization.ts'
import { listMails } from '../../test-support/act-as-buyer.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { ageSession } from '../../test-support/rows/accounts.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const receiver = { type: 'webhook', url: 'https://hooks.kites.example/in', kinds: ['learner.joined'] } as const

/** Whatever creates a way in, a way out for data, a cost or an owner. */
const acts = {
  changeRole: ({ params }: Acting, userId: string) => ({ params: { ...params, userId }, body: { role: 'owner' } }),
  createEventEndpoint: ({ params }: Acting) => ({ params, body: receiver }),
  exportPeople: ({ params }: Acting) => ({ params, query: '' }),
  createJoinLink: ({ params }: Acting) => ({ params, body: { groupId: null, maxUses: 1, days: 1 } }),
  sendInvitations: ({ params }: Acting) => ({ params, body: { text: 'a@b.example', groupId: null } }),
  addDomain: ({ params }: Acting) => ({ params, body: { domain: 'kites.example' } }),
  updateOrganization: ({ params }: Acting) => ({ params, body: { ...wishFor('Kites'), joinsByDomain: true } }),
  buySeats: ({ params }: Acting) => ({
    params,
    body: { attempt: randomUUID(), way: 'card', interval: 'year', seats: 1, terms: 30 },
  }),
  changeSeats: ({ params }: Acting) => ({ params, body: { attempt: randomUUID(), seats: 9 } }),
  resumeContract: ({ params }: Acting) => ({ params }),
  createApiKey: ({ params }: Acting) => ({ params, body: { name: 'Payroll', scopes: ['people:read'], days: 30 } }),
  saveProvider: ({ params }: Acting) => ({
    params,
    body: { issuer: 'https://id.kites.example', clientId: 'one', clientSecret: 'two' },
  }),
  createScimToken: ({ params }: Acting) => ({ params }),
}
type Acting = { token: string; params: { organizationId: string } }
const actingIn = ({ id, owner }: TestOrganization): Acting => ({ token: owner.token, params: { organizationId: id } })

it.each(Object.keys(acts) as (keyof typeof acts)[])('%s needs a fresh sign-in', async (name) => {
  const team = await makeOrganization(server)
  const member = await team.add('member')
  await ageSession(server.context.db, team.owner.id, '2 days')
  const call = { token: team.owner.token, ...acts[name](actingIn(team), member.id) }
  const refused = await (server.call as (name: string, call: object) => Promise<{ error?: { name: string } }>)(
    name,
    call,
  )
  expect(refused.error?.name).toBe('reauthenticate')
})

it.each<[string, keyof typeof acts, RegExp]>([
  ['a new owner', 'changeRole', /is an owner now/],
  ['a new receiver of events', 'createEventEndpoint', /Events are sent to hooks\.kites\.example/],
  ['a new key', 'createApiKey', /new API key: Payroll/],
  ['a provider', 'saveProvider', /sign in through this provider.*id\.kites\.example/],
  ['a directory', 'createScimToken', /directory can now add/],
  ['a domain', 'addDomain', /domain kites\.example was added/],
])('all owners are told about %s, and who did it', async (_, name, what) => {
  const team = await makeOrganization(server)
  await proveDomain(server, team.id, `${randomUUID()}.example`)
  const other = await team.add('owner')
  const member = await team.add('member')
  const call = { token: team.owner.token, ...acts[name](actingIn(team), member.id) }
  const done = await (server.call as (name: string, call: object) => Promise<{ status: number }>)(name, call)
  expect(done.status).toBe(200)
  await runJobs(server.context)
  for (const { email } of [team.owner, other]) {
    const [mail] = await mailsTo(server.context, email)
    expect(mail?.text).toMatch(what)
    expect(mail?.text).toContain(team.owner.email)
  }
  const isTold = (await listMails(server, member.email)).includes('team_changed')
  expect(isTold).toBe(name === 'changeRole')
})
