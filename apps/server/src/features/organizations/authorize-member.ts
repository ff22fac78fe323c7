import type { OrganizationPermission, OrganizationRole } from '@kitewise/contract/organization-entities'
import type { Queryable } from '../../database/connect.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'

/**
 * What a role may do. people: see and change people and invitations, of a manager only in their own groups. groups: change
 * groups and assignments likewise. billing: seats, contract, invoices. settings: everything else, for owners.
 */
export const permissions = {
  owner: ['people', 'groups', 'billing', 'settings'],
  manager: ['people', 'groups'],
  billing: ['billing'],
  member: [],
} as const satisfies Record<OrganizationRole, readonly OrganizationPermission[]>

export type Membership = {
  organizationId: string
  userId: string
  role: OrganizationRole
  /** The groups whose people are seen; null for all. */
  groups: string[] | null
}

export function mayDo(role: OrganizationRole, permission: OrganizationPermission): boolean {
  return (permissions[role] as readonly OrganizationPermission[]).includes(permission)
}

/** Null for somebody who doesn't belong to the organization. */
export async function findMembership(
  db: Queryable,
  userId: string,
  organizationId: string,
): Promise<Membership | null> {
  const [row] = await db<{ role: OrganizationRole; managed: string[] }[]>`
    select role, array(
      select g.id::text from organization_group_managers m join organization_groups g on g.id = m.group_id
      where m.user_id = organization_members.user_id and g.organization_id = organization_members.organization_id) as managed
    from organization_members where user_id = ${userId} and organization_id = ${organizationId}`
  if (!row) return null
  const { role, managed } = row
  return { organizationId, userId, role, groups: role === 'owner' ? null : managed }
}

/** Refuses with `not_found` somebody who isn't a member, and with `forbidden` a member without the permission. `any`: one of them. */
export async function authorizeMember(
  db: Queryable,
  { userId, organizationId }: { userId: string; organizationId: string },
  permission: OrganizationPermission | 'any',
): Promise<Result<Membership>> {
  const membership = await findMembership(db, userId, organizationId)
  if (!membership) return refuse('not_found')
  const { role } = membership
  const isAllowed = permission === 'any' ? permissions[role].length > 0 : mayDo(role, permission)
  return isAllowed ? ok(membership) : refuse('forbidden')
}
