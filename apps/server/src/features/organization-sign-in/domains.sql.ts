import type { Queryable, Tx } from '../../database/connect.ts'

export type StoredDomain = {
  id: string
  organizationId: string
  domain: string
  token: string
  provedAt: Date | null
  checkedAt: Date | null
  lostAt: Date | null
}

/** The constraint that a proof violates when another organization has proved the domain. */
export const oneOrganizationPerDomain = 'organization_domains_proved'

export function listDomains(db: Queryable, organizationId: string): Promise<StoredDomain[]> {
  return db<StoredDomain[]>`
    select id, organization_id as "organizationId", domain, token, proved_at as "provedAt", checked_at as "checkedAt",
      lost_at as "lostAt"
    from organization_domains where organization_id = ${organizationId} order by domain`
}

export async function findDomain(
  db: Queryable,
  { organizationId, domainId }: { organizationId: string; domainId: string },
): Promise<StoredDomain | null> {
  const [row] = await db<StoredDomain[]>`
    select id, organization_id as "organizationId", domain, token, proved_at as "provedAt", checked_at as "checkedAt",
      lost_at as "lostAt"
    from organization_domains where organization_id = ${organizationId} and id = ${domainId}`
  return row ?? null
}

/** Keeps the one that is there. */
export async function insertDomain(
  db: Queryable,
  { id, organizationId, domain, token }: Pick<StoredDomain, 'id' | 'organizationId' | 'domain' | 'token'>,
): Promise<StoredDomain> {
  await db`
    insert into organization_domains (id, organization_id, domain, token)
    values (${id}, ${organizationId}, ${domain}, ${token}) on conflict (organization_id, domain) do nothing`
  const [row] = await db<StoredDomain[]>`
    select id, organization_id as "organizationId", domain, token, proved_at as "provedAt", checked_at as "checkedAt",
      lost_at as "lostAt"
    from organization_domains where organization_id = ${organizationId} and domain = ${domain}`
  if (!row) throw new Error('a domain was neither added nor found')
  return row
}

/** `isFound`: the record is there. Ends the proof two weeks after the record was first missing. */
export async function saveCheck(db: Queryable, id: string, isFound: boolean, graceDays: number): Promise<StoredDomain> {
  const [row] = await db<StoredDomain[]>`
    update organization_domains set
      checked_at = now(),
      proved_at = case
        when ${isFound} then coalesce(proved_at, now())
        when lost_at > now() - make_interval(days => ${graceDays}) or lost_at is null then proved_at end,
      lost_at = case when not ${isFound} and proved_at is not null then coalesce(lost_at, now()) end
    where id = ${id}
    returning id, organization_id as "organizationId", domain, token, proved_at as "provedAt", checked_at as "checkedAt",
      lost_at as "lostAt"`
  if (!row) throw new Error('a checked domain has gone')
  return row
}

export async function deleteDomain(
  tx: Tx,
  { organizationId, domainId }: { organizationId: string; domainId: string },
): Promise<boolean> {
  const { count } = await tx`
    delete from organization_domains where organization_id = ${organizationId} and id = ${domainId}`
  return count === 1
}

/** Proved domains that were last checked a week ago, and each day those whose record is missing. */
export function listDueDomains(db: Queryable): Promise<StoredDomain[]> {
  return db<StoredDomain[]>`
    select id, organization_id as "organizationId", domain, token, proved_at as "provedAt", checked_at as "checkedAt",
      lost_at as "lostAt"
    from organization_domains
    where proved_at is not null
      and checked_at < now() - case when lost_at is null then interval '6 days 23 hours' else interval '23 hours' end`
}

/** Without an organization that is closed. */
export async function findOrganizationOfDomain(
  db: Queryable,
  domain: string,
): Promise<{ organizationId: string; name: string } | null> {
  const [row] = await db<{ organizationId: string; name: string }[]>`
    select o.id as "organizationId", o.name
    from organization_domains d
    join organizations o on o.id = d.organization_id and o.closed_at is null
    join organization_providers p on p.organization_id = d.organization_id
    where d.domain = ${domain} and d.proved_at is not null`
  return row ?? null
}

export async function hasAnyProvedDomain(db: Queryable, organizationId: string): Promise<boolean> {
  const rows = await db`
    select 1 from organization_domains where organization_id = ${organizationId} and proved_at is not null limit 1`
  return rows.length > 0
}

/** Whether the organization has proved the domain of an address. A text that isn't an address has none. */
export async function hasProvedDomainOf(db: Queryable, organizationId: string, email: string): Promise<boolean> {
  const rows = await db`
    select 1 from organization_domains
    where organization_id = ${organizationId} and proved_at is not null and domain = split_part(${email}, '@', 2)`
  return rows.length > 0
}
