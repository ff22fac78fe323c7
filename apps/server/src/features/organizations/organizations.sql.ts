import type { OrganizationRole, OrganizationWish } from '@kitewise/contract/organization-entities'
import type { Queryable, Tx } from '../../database/connect.ts'

export type StoredOrganization = OrganizationWish & {
  id: string
  isClosed: boolean
  language: string
  joinsByDomain: boolean
  domains: string[]
  provider: string | null
  providerCustomerId: string | null
}

/** Null if there is none. */
export async function findOrganization(db: Queryable, id: string): Promise<StoredOrganization | null> {
  const [row] = await db<StoredOrganization[]>`
    select id, name, closed_at is not null as "isClosed", legal_name as "legalName", street, address_line_2 as "addressLine2", postal_code as "postalCode", city,
      country, billing_email as "billingEmail", vat_id as "vatId", purchase_order as "purchaseOrder", language,
      joins_by_domain as "joinsByDomain", provider, provider_customer_id as "providerCustomerId",
      array(select domain from organization_domains d
        where d.organization_id = organizations.id and proved_at is not null order by domain) as domains
    from organizations where id = ${id}`
  return row ?? null
}

/** Everything that hands out or takes away seats, members or roles holds this lock. */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from organizations where id = ${id} for no key update`
}

/** The organizations that a person owns, and those they have created since a moment, closed ones included. */
export async function countCreated(tx: Tx, userId: string, since: Date): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from (
      select organization_id from organization_members where user_id = ${userId} and role = 'owner'
      union select id from organizations where created_by = ${userId} and created_at > ${since}) as created`
  return row?.count ?? 0
}

/** Null for an account that is erased. */
export async function findCreator(db: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await db<{ userId: string | null }[]>`
    select created_by as "userId" from organizations where id = ${organizationId}`
  return row?.userId ?? null
}

/** Whether it has paid for seats or has proved a domain. */
export async function isKnownCompany(db: Queryable, organizationId: string): Promise<boolean> {
  const rows = await db`
    select 1 from organization_domains where organization_id = ${organizationId} and proved_at is not null
    union all
    select 1 from organization_contracts
    where organization_id = ${organizationId} and paid_seats > 0 and state in ('active', 'past_due')
    limit 1`
  return rows.length > 0
}

export async function insertOrganization(
  tx: Tx,
  id: string,
  { wish, userId, language, at }: { wish: OrganizationWish; userId: string; language: string; at: Date },
): Promise<void> {
  await tx`
    insert into organizations (id, name, language, created_at, created_by)
    values (${id}, ${wish.name}, ${language}, ${at}, ${userId})`
  await saveDetails(tx, id, { ...wish, joinsByDomain: false })
}

export async function saveDetails(
  tx: Tx,
  id: string,
  details: OrganizationWish & { joinsByDomain: boolean },
): Promise<void> {
  const { name, legalName, street, addressLine2, postalCode, city, country } = details
  await tx`
    update organizations set name = ${name}, legal_name = ${legalName}, street = ${street},
      address_line_2 = ${addressLine2}, postal_code = ${postalCode}, city = ${city}, country = ${country},
      billing_email = ${details.billingEmail}, vat_id = ${details.vatId}, purchase_order = ${details.purchaseOrder},
      joins_by_domain = ${details.joinsByDomain}
    where id = ${id}`
}

/** Only the row itself, the contracts and the log are left, until `deleteClosed`. Everything else goes by its references. */
export async function markClosed(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`delete from organization_invitations where organization_id = ${id}`
  await tx`delete from organization_join_links where organization_id = ${id}`
  await tx`delete from organization_members where organization_id = ${id}`
  await tx`delete from organization_seats where organization_id = ${id}`
  await tx`delete from organization_groups where organization_id = ${id}`
  await tx`update organizations set closed_at = ${at}, joins_by_domain = false where id = ${id}`
}

/** With their contracts and what is left of their log. */
export async function deleteClosed(db: Queryable, before: Date): Promise<void> {
  await db`delete from organizations where closed_at < ${before}`
}

export async function saveCompany(
  db: Queryable,
  id: string,
  { provider, customerId }: { provider: string; customerId: string },
): Promise<void> {
  await db`update organizations set provider = ${provider}, provider_customer_id = ${customerId} where id = ${id}`
}

export type OwnRow = {
  id: string
  name: string
  role: OrganizationRole
  hasSeat: boolean
  isWaiting: boolean
  groupId: string | null
  group: string | null
  wantsDigest: boolean
  /** Unix seconds. */
  accessUntil: number | null
}

export function listOwnRows(db: Queryable, userId: string): Promise<OwnRow[]> {
  return db<OwnRow[]>`
    select o.id, o.name, m.role, s.id is not null as "hasSeat", m.wants_seat_since is not null as "isWaiting",
      m.group_id as "groupId", g.name as group, m.wants_digest as "wantsDigest",
      case when s.id is not null then (
        select floor(extract(epoch from c.access_until))::float8 from organization_contracts c
        where c.organization_id = o.id and c.state in ('active', 'past_due', 'ended')
        order by c.created_at desc, c.id limit 1) end as "accessUntil"
    from organization_members m
      join organizations o on o.id = m.organization_id
      left join organization_groups g on g.id = m.group_id
      left join organization_seats s on s.organization_id = m.organization_id and s.user_id = m.user_id
    where m.user_id = ${userId} order by o.name, o.id`
}
