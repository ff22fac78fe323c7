import type { Queryable, Tx } from '../../database/connect.ts'

/** Whether the directory says that this person, or the one with this address, has left. */
export async function isDeactivated(
  db: Queryable,
  { organizationId, userId, email }: { organizationId: string; userId: string | null; email: string },
): Promise<boolean> {
  const rows = await db`
    select 1 from scim_users where organization_id = ${organizationId} and user_id = ${userId} and not is_active
    union all
    select 1 from scim_users where organization_id = ${organizationId} and email = ${email} and not is_active
    limit 1`
  return rows.length > 0
}

/** Whether somebody at this address could only sign in through the organization. */
export async function isBoundByProvider(
  db: Queryable,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<boolean> {
  const rows = await db`
    select 1 from organization_providers p
    join organization_domains d on d.organization_id = p.organization_id and d.proved_at is not null
      and d.domain = split_part(${email}, '@', 2)
    where p.organization_id = ${organizationId} and p.is_required`
  return rows.length > 0
}

/** The person of the directory with one of these addresses is this learner from now on. */
export async function attachEntry(
  tx: Tx,
  { organizationId, userId, emails }: { organizationId: string; userId: string; emails: readonly string[] },
): Promise<void> {
  await tx`
    update scim_users set user_id = ${userId}
    where organization_id = ${organizationId} and email = any(${[...emails]}::text[]) and user_id is null`
}
