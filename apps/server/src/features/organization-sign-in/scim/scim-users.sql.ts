import type { Queryable, Tx } from '../../../database/connect.ts'

export type ScimUser = {
  id: string
  userId: string | null
  userName: string
  externalId: string | null
  email: string
  givenName: string | null
  familyName: string | null
  displayName: string | null
  isActive: boolean
  createdAt: Date
  changedAt: Date
}

/** The constraints that a second person with the same name or address violates. */
export const oneScimUserPerName = 'scim_users_name'
export const oneScimUserPerEmail = 'scim_users_email'

/** What can be asked for; null for everybody. */
export type ScimFilter = { by: 'userName' | 'externalId' | 'email' | 'id'; value: string } | null

const matches = ({
  by,
  value,
}: NonNullable<ScimFilter>): Record<'userName' | 'externalId' | 'email' | 'id', string | null> => ({
  userName: null,
  externalId: null,
  email: null,
  id: null,
  [by]: value,
})

/** By the time when they were added. */
export async function listScimUsers(
  db: Queryable,
  organizationId: string,
  { filter, offset, limit }: { filter: ScimFilter; offset: number; limit: number },
): Promise<{ users: ScimUser[]; total: number }> {
  const { userName, externalId, email, id } = filter
    ? matches(filter)
    : { userName: null, externalId: null, email: null, id: null }
  const [counted] = await db<{ total: number }[]>`
    select count(*)::int as total from scim_users
    where organization_id = ${organizationId}
      and (${userName}::text is null or lower(user_name) = lower(${userName}))
      and (${externalId}::text is null or external_id = ${externalId})
      and (${email}::text is null or email = lower(${email}))
      and (${id}::text is null or id::text = ${id})`
  const users = await db<ScimUser[]>`
    select id, user_id as "userId", user_name as "userName", external_id as "externalId", email, given_name as "givenName",
      family_name as "familyName", display_name as "displayName", is_active as "isActive", created_at as "createdAt",
      changed_at as "changedAt"
    from scim_users
    where organization_id = ${organizationId}
      and (${userName}::text is null or lower(user_name) = lower(${userName}))
      and (${externalId}::text is null or external_id = ${externalId})
      and (${email}::text is null or email = lower(${email}))
      and (${id}::text is null or id::text = ${id})
    order by created_at, id limit ${limit} offset ${offset}`
  return { users, total: counted?.total ?? 0 }
}

/** Locks the row until the transaction ends. */
export async function lockScimUser(tx: Tx, organizationId: string, id: string): Promise<ScimUser | null> {
  const [row] = await tx<ScimUser[]>`
    select id, user_id as "userId", user_name as "userName", external_id as "externalId", email, given_name as "givenName",
      family_name as "familyName", display_name as "displayName", is_active as "isActive", created_at as "createdAt",
      changed_at as "changedAt"
    from scim_users where organization_id = ${organizationId} and id = ${id} for update`
  return row ?? null
}

export async function saveScimUser(
  tx: Tx,
  organizationId: string,
  user: Omit<ScimUser, 'createdAt' | 'changedAt'>,
): Promise<ScimUser> {
  const { id, userId, userName, externalId, email, givenName, familyName, displayName, isActive } = user
  const [row] = await tx<ScimUser[]>`
    insert into scim_users (organization_id, id, user_id, user_name, external_id, email, given_name, family_name, display_name,
      is_active)
    values (${organizationId}, ${id}, ${userId}, ${userName}, ${externalId}, ${email}, ${givenName}, ${familyName},
      ${displayName}, ${isActive})
    on conflict (organization_id, id) do update set user_id = excluded.user_id, user_name = excluded.user_name,
      external_id = excluded.external_id, email = excluded.email, given_name = excluded.given_name,
      family_name = excluded.family_name, display_name = excluded.display_name, is_active = excluded.is_active,
      changed_at = now()
    returning id, user_id as "userId", user_name as "userName", external_id as "externalId", email,
      given_name as "givenName", family_name as "familyName", display_name as "displayName", is_active as "isActive",
      created_at as "createdAt", changed_at as "changedAt"`
  if (!row) throw new Error('a person of a directory was not stored')
  return row
}

export async function deleteScimUser(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx`delete from scim_users where organization_id = ${organizationId} and id = ${id}`
}
