import type { Queryable, Tx } from '../../database/connect.ts'

export type StoredProvider = {
  organizationId: string
  name: string
  issuer: string
  clientId: string
  sealedClientSecret: Buffer
  isRequired: boolean
}

/** Of an organization that isn't closed. */
export async function findProvider(db: Queryable, organizationId: string): Promise<StoredProvider | null> {
  const [row] = await db<StoredProvider[]>`
    select p.organization_id as "organizationId", o.name, p.issuer, p.client_id as "clientId",
      p.sealed_client_secret as "sealedClientSecret", p.is_required as "isRequired"
    from organization_providers p join organizations o on o.id = p.organization_id and o.closed_at is null
    where p.organization_id = ${organizationId}`
  return row ?? null
}

export async function saveProvider(
  tx: Tx,
  organizationId: string,
  { issuer, clientId, sealedClientSecret }: Pick<StoredProvider, 'issuer' | 'clientId' | 'sealedClientSecret'>,
): Promise<void> {
  await tx`
    insert into organization_providers (organization_id, issuer, client_id, sealed_client_secret)
    values (${organizationId}, ${issuer}, ${clientId}, ${sealedClientSecret})
    on conflict (organization_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_client_secret = excluded.sealed_client_secret`
}

export async function saveRequired(tx: Tx, organizationId: string, isRequired: boolean): Promise<void> {
  await tx`update organization_providers set is_required = ${isRequired} where organization_id = ${organizationId}`
}

export async function deleteProvider(tx: Tx, organizationId: string): Promise<void> {
  await tx`delete from organization_providers where organization_id = ${organizationId}`
}

/** Members who have to sign in through the organization if it requires that. */
export async function listBoundMembers(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    select m.user_id as "userId"
    from organization_members m cross join lateral (select email from users where id = m.user_id offset 0) as u
    join organization_domains d on d.organization_id = m.organization_id and d.proved_at is not null
      and d.domain = split_part(u.email, '@', 2)
    where m.organization_id = ${organizationId} and m.role <> 'owner'`
  return rows.map(({ userId }) => userId)
}
