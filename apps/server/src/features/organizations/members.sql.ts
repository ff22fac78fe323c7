import type { OrganizationRole } from '@kitewise/contract/organization-entities'
import type { Queryable, Tx } from '../../database/connect.ts'

/** Returns false for somebody who is a member already. */
export async function insertMember(
  tx: Tx,
  member: { userId: string; organizationId: string; role: OrganizationRole; groupId: string | null; at: Date },
): Promise<boolean> {
  const { userId, organizationId, role, groupId, at } = member
  const { count } = await tx`
    insert into organization_members (user_id, organization_id, role, group_id, joined_at)
    values (${userId}, ${organizationId}, ${role}, ${groupId}, ${at}) on conflict do nothing`
  return count > 0
}

type Member = { role: OrganizationRole; groupId: string | null }

export async function findMember(db: Queryable, organizationId: string, userId: string): Promise<Member | null> {
  const [row] = await db<Member[]>`
    select role, group_id as "groupId" from organization_members
    where user_id = ${userId} and organization_id = ${organizationId}`
  return row ?? null
}

/** Somebody else who can act as an owner: not with a deleted or blocked account. */
export async function hasOtherOwner(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const rows = await tx`
    select 1 from organization_members m
      join users u on u.id = m.user_id and u.deactivated_at is null and u.blocked_at is null
    where m.organization_id = ${organizationId} and m.role = 'owner' and m.user_id <> ${userId} limit 1`
  return rows.length > 0
}

/** The organizations that a person owns. */
export async function listOwned(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select organization_id as id from organization_members
    where user_id = ${userId} and role = 'owner' order by organization_id`
  return rows.map(({ id }) => id)
}

export async function saveRole(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
  { role, manages }: { role: OrganizationRole; manages: readonly string[] },
): Promise<void> {
  await tx`
    update organization_members set role = ${role} where user_id = ${userId} and organization_id = ${organizationId}`
  await tx`
    delete from organization_group_managers where user_id = ${userId}
      and group_id in (select id from organization_groups where organization_id = ${organizationId})`
  await tx`
    insert into organization_group_managers (user_id, group_id)
    select ${userId}::uuid, id from organization_groups
    where organization_id = ${organizationId} and id = any(${[...manages]}::uuid[]) and ${role}::text = 'manager'`
}

export async function saveGroup(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
  groupId: string | null,
): Promise<void> {
  await tx`
    update organization_members set group_id = ${groupId}
    where user_id = ${userId} and organization_id = ${organizationId}`
}

export async function saveDigestWish(
  db: Queryable,
  { organizationId, userId }: { organizationId: string; userId: string },
  wantsDigest: boolean,
): Promise<boolean> {
  const { count } = await db`
    update organization_members set wants_digest = ${wantsDigest}
    where user_id = ${userId} and organization_id = ${organizationId}`
  return count > 0
}

export async function deleteMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx`
    delete from organization_group_managers where user_id = ${userId}
      and group_id in (select id from organization_groups where organization_id = ${organizationId})`
  await tx`delete from organization_members where user_id = ${userId} and organization_id = ${organizationId}`
}

export type Receiver = { userId: string; email: string; language: string }

/** Active people of an organization with one of these roles. */
export function listReceivers(
  db: Queryable,
  organizationId: string,
  roles: readonly OrganizationRole[],
): Promise<Receiver[]> {
  return db<Receiver[]>`
    select u.id as "userId", u.email, u.lang as language
    from organization_members m cross join lateral (
        select * from users where id = m.user_id and deactivated_at is null and blocked_at is null offset 0) as u
    where m.organization_id = ${organizationId} and m.role = any(${[...roles]}) order by u.id`
}

/** The active ones of these people. */
export function listActive(db: Queryable, userIds: readonly string[]): Promise<Receiver[]> {
  return db<Receiver[]>`
    select id as "userId", email, lang as language from users
    where id = any(${[...userIds]}::uuid[]) and deactivated_at is null and blocked_at is null order by id`
}

export type DigestReceiver = Receiver & {
  /** The groups that a manager sees; null for all. */
  groups: string[] | null
}

/** Active owners and managers who want the weekly mail. */
export function listDigestReceivers(db: Queryable, organizationId: string): Promise<DigestReceiver[]> {
  return db<DigestReceiver[]>`
    select u.id as "userId", u.email, u.lang as language,
      case when m.role = 'manager' then array(select g.group_id::text from organization_group_managers g
        where g.user_id = m.user_id) end as groups
    from organization_members m cross join lateral (
        select * from users where id = m.user_id and deactivated_at is null and blocked_at is null offset 0) as u
    where m.organization_id = ${organizationId} and m.role in ('owner', 'manager') and m.wants_digest order by u.id`
}
