import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { authorizeMember, findMembership, mayDo, permissions } from './authorize-member.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** An organization with a member of this role, and a group that the member manages. */
const makeMember = async (role: string) => {
  const { db } = server.context
  const [organizationId, groupId] = [randomUUID(), randomUUID()]
  const { id: userId } = await createUser(server.context)
  await db`insert into organizations (id, name) values (${organizationId}, 'A company')`
  await db`insert into organization_groups (id, organization_id, name) values (${groupId}, ${organizationId}, 'A group')`
  await db`insert into organization_members (user_id, organization_id, role) values (${userId}, ${organizationId}, ${role})`
  await db`insert into organization_group_managers (user_id, group_id) values (${userId}, ${groupId})`
  return { organizationId, groupId, userId }
}

it('knows who belongs to an organization, and which groups they see', async () => {
  const { db } = server.context
  const manager = await makeMember('manager')
  const owner = await makeMember('owner')
  expect(await findMembership(db, manager.userId, manager.organizationId)).toMatchObject({
    role: 'manager',
    groups: [manager.groupId],
  })
  expect(await findMembership(db, owner.userId, owner.organizationId)).toMatchObject({ role: 'owner', groups: null })
  expect(await findMembership(db, owner.userId, manager.organizationId)).toBeNull()
})

it('refuses strangers as if there were no organization, and members what their role does not allow', async () => {
  const { db } = server.context
  const manager = await makeMember('manager')
  const stranger = await makeMember('owner')
  const place = { userId: manager.userId, organizationId: manager.organizationId }
  expect(await authorizeMember(db, place, 'people')).toMatchObject({ ok: true })
  expect(await authorizeMember(db, place, 'billing')).toMatchObject({ ok: false, code: 'forbidden' })
  const foreign = { userId: stranger.userId, organizationId: manager.organizationId }
  expect(await authorizeMember(db, foreign, 'people')).toMatchObject({ ok: false, code: 'not_found' })
})

it('lets only owners change the organization itself, and members nothing', () => {
  const roles = Object.keys(permissions) as (keyof typeof permissions)[]
  expect(roles.filter((role) => mayDo(role, 'settings'))).toEqual(['owner'])
  expect(roles.filter((role) => mayDo(role, 'billing'))).toEqual(['owner', 'billing'])
  expect(roles.filter((role) => mayDo(role, 'people'))).toEqual(['owner', 'manager'])
  expect(permissions.member).toEqual([])
})
