import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint, type EndpointName } from '@kitewise/contract/endpoints'
import { organizationRoles } from '@kitewise/contract/choices'
import type { OrganizationRole } from '@kitewise/contract/organization-entities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, person, wishFor } from '../../test-support/organization.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Written down a second time, apart from the code. Other features' endpoints of an organization have tests of their own. */
const allowed: Partial<Record<EndpointName, readonly OrganizationRole[]>> = {
  getOrganization: ['owner', 'manager', 'billing'],
  updateOrganization: ['owner'],
  closeOrganization: ['owner'],
  leaveOrganization: ['owner', 'manager', 'billing', 'member'],
  updateMembership: ['owner', 'manager', 'billing', 'member'],
  listAudit: ['owner'],
  getOrganizationPlan: ['owner', 'billing'],
  listInvoices: ['owner', 'billing'],
  buySeats: ['owner', 'billing'],
  changeSeats: ['owner', 'billing'],
  cancelContract: ['owner', 'billing'],
  resumeContract: ['owner', 'billing'],
  refreshContract: ['owner', 'billing'],
  listPeople: ['owner', 'manager'],
  exportPeople: ['owner', 'manager'],
  changePersonsGroup: ['owner', 'manager'],
  changeRole: ['owner'],
  giveSeat: ['owner', 'manager'],
  freeSeat: ['owner', 'manager'],
  removePerson: ['owner', 'manager'],
  listGroups: ['owner', 'manager'],
  createGroup: ['owner'],
  renameGroup: ['owner'],
  deleteGroup: ['owner'],
  listAssignments: ['owner', 'manager'],
  createAssignment: ['owner', 'manager'],
  deleteAssignment: ['owner', 'manager'],
  listOverdue: ['owner', 'manager'],
  previewInvitations: ['owner', 'manager'],
  sendInvitations: ['owner', 'manager'],
  listInvitations: ['owner', 'manager'],
  resendInvitation: ['owner', 'manager'],
  revokeInvitation: ['owner', 'manager'],
  listJoinLinks: ['owner', 'manager'],
  createJoinLink: ['owner', 'manager'],
  revokeJoinLink: ['owner', 'manager'],
}
const names = Object.keys(allowed) as EndpointName[]

/** A valid body for each endpoint. */
const bodyOf = (name: EndpointName, { groupId, text }: { groupId: string; text: string }): object | undefined => {
  const bodies: Partial<Record<EndpointName, object>> = {
    updateOrganization: { ...wishFor(text), joinsByDomain: false },
    updateMembership: { wantsDigest: false },
    closeOrganization: { name: 'not its name' },
    buySeats: { attempt: randomUUID(), way: 'card', interval: 'month', seats: 3 },
    changeSeats: { attempt: randomUUID(), seats: 3 },
    changePersonsGroup: { groupId },
    changeRole: { role: 'member' },
    createGroup: { name: text },
    renameGroup: { name: text },
    createAssignment: { groupId, courseId: 'ai-zero', dueOn: '2030-01-01' },
    previewInvitations: { text: 'a@company.example', groupId },
    sendInvitations: { text: `${text.replaceAll(' ', '')}@company.example`, groupId },
    createJoinLink: { groupId, maxUses: 3, days: 3 },
  }
  return bodies[name]
}

describe('an endpoint of an organization', () => {
  it('is in the table of roles', () => {
    const own = (Object.entries(endpoints) as [EndpointName, Endpoint][])
      .filter(([, { path }]) => path.startsWith('/api/organizations/{organizationId}'))
      .map(([name]) => name)
    expect(names.filter((name) => !own.includes(name))).toEqual([])
    const ours =
      /^\/api\/organizations\/\{organizationId\}(\/(membership|close|audit|plan|invoices|contract|people|groups|assignments|overdue|invitations|join-links)\b.*)?$/
    expect(own.filter((name) => ours.test(endpoints[name].path) && !names.includes(name))).toEqual([])
  })

  it('is refused to the other roles, and unknown to strangers', { timeout: 60_000 }, async () => {
    const stranger = await person(server)
    const wrong: string[] = []
    for (const role of organizationRoles) {
      const team = await makeOrganization(server)
      const groupId = await team.group('Sales')
      const someone = await team.add('member', groupId)
      const { token } = role === 'owner' ? team.owner : await team.add(role, groupId)
      const params = { organizationId: team.id, userId: someone.id, groupId }
      const ids = { assignmentId: randomUUID(), invitationId: randomUUID(), linkId: randomUUID() }
      for (const name of names.filter((one) => one !== 'leaveOrganization' && one !== 'deleteGroup')) {
        const input = { params: { ...params, ...ids }, body: bodyOf(name, { groupId, text: 'Kites' }) }
        const reply = await server.call(name, { ...input, token })
        const isForbidden = reply.error?.name === 'forbidden'
        if (isForbidden === (allowed[name] ?? []).includes(role) || reply.status === 500)
          wrong.push(`${role} ${name}: ${reply.status}`)
        const unknown = await server.call(name, { ...input, token: stranger.token })
        if (unknown.error?.name !== 'not_found') wrong.push(`stranger ${name}: ${unknown.status}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

it('the last owner can neither leave nor be demoted; with a second one, both can', async () => {
  const team = await makeOrganization(server)
  const { token } = team.owner
  const params = { organizationId: team.id, userId: team.owner.id }
  const demote = () => server.call('changeRole', { token, params, body: { role: 'member' } })
  expect((await demote()).error?.name).toBe('last_owner')
  expect((await server.call('leaveOrganization', { token, params })).error?.name).toBe('last_owner')
  expect((await server.call('removePerson', { token, params })).error?.name).toBe('last_owner')
  const second = await team.add('member')
  const promoted = await server.call('changeRole', {
    token,
    params: { ...params, userId: second.id },
    body: { role: 'owner' },
  })
  expect(promoted.status).toBe(200)
  const both = await Promise.all([
    demote(),
    server.call('leaveOrganization', { token: second.token, params: { organizationId: team.id } }),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('a manager sees and changes the people of the own groups only', async () => {
  const team = await makeOrganization(server)
  const [own, other] = [await team.group('Own'), await team.group('Other')]
  const manager = await team.add('manager', own)
  const [mine, foreign] = [await team.add('member', own), await team.add('member', other)]
  const params = { organizationId: team.id }
  const { token } = manager
  const people = (await server.call('listPeople', { token, params })).body.data.rows
  expect(people.map(({ userId }) => userId).sort()).toEqual([manager.id, mine.id].sort())
  const filtered = await server.call('listPeople', { token, params, query: `groupId=${other}` })
  expect(filtered.body.data.total).toBe(0)
  const groups = (await server.call('listGroups', { token, params })).body.data
  expect(groups.map(({ name }) => name)).toEqual(['Own'])
  const seat = (userId: string) => server.call('giveSeat', { token, params: { ...params, userId } })
  expect((await seat(foreign.id)).error?.name).toBe('not_found')
  expect((await seat(mine.id)).status).toBe(200)
  const move = (groupId: string | null) =>
    server.call('changePersonsGroup', { token, params: { ...params, userId: mine.id }, body: { groupId } })
  expect((await move(other)).error?.name).toBe('not_found')
  expect((await move(null)).error?.name).toBe('not_found')
  const invite = await server.call('previewInvitations', {
    token,
    params,
    body: { text: 'email,group\nx@company.example,Other\ny@company.example,Own\n', groupId: null },
  })
  expect(invite.body.data.lines.map(({ problem }) => problem)).toEqual(['foreignGroup', null])
})
