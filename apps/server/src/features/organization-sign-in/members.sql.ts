import type { Queryable, Tx } from '../../database/connect.ts'

export type Role = 'owner' | 'manager' | 'billing' | 'member'

/** In an organization that isn't closed. */
export async function findRole(
  db: Queryable,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<Role | null> {
  const [row] = await db<{ role: Role }[]>`
    select m.role from organization_members m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.organization_id = ${organizationId} and o.closed_at is null`
  return row?.role ?? null
}

export async function listOwners(
  db: Queryable,
  organizationId: string,
): Promise<{ userId: string; email: string; lang: string; name: string }[]> {
  return db<{ userId: string; email: string; lang: string; name: string }[]>`
    select u.id as "userId", u.email, u.lang, o.name
    from organization_members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and m.role = 'owner' and u.deactivated_at is null`
}

/** Members who have to sign in through the organization if it requires that. */
export async function listBoundMembers(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    select m.user_id as "userId"
    from organization_members m join users u on u.id = m.user_id
    join organization_domains d on d.organization_id = m.organization_id and d.proved_at is not null
      and d.domain = split_part(u.email, '@', 2)
    where m.organization_id = ${organizationId} and m.role <> 'owner'`
  return rows.map(({ userId }) => userId)
}

/** False if they are one already. */
export async function insertMember(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const { count } = await tx`
    insert into organization_members (user_id, organization_id, role) values (${userId}, ${organizationId}, 'member')
    on conflict do nothing`
  return count === 1
}

/** Takes one if one is free and they have none. */
export async function takeSeat(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx`
    update organization_seats set user_id = ${userId}, taken_at = now()
    where id = (select id from organization_seats where organization_id = ${organizationId} and user_id is null
        order by id limit 1 for update skip locked)
      and not exists (select 1 from organization_seats where organization_id = ${organizationId} and user_id = ${userId})`
}

export async function freeSeat(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx`
    update organization_seats set user_id = null, taken_at = null
    where organization_id = ${organizationId} and user_id = ${userId}`
}

/** The last owner stays. */
export async function deleteMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx`
    delete from organization_members m
    where m.organization_id = ${organizationId} and m.user_id = ${userId}
      and (m.role <> 'owner' or exists (
        select 1 from organization_members o
        where o.organization_id = ${organizationId} and o.role = 'owner' and o.user_id <> ${userId}))`
}
