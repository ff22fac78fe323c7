import type { Queryable, Tx } from '../../database/connect.ts'

/** For whom a mail is sent to an address whose owner hasn't asked for it. */
export type Sender = { organizationId: string; senderId: string | null }

export type SentUnasked = { sentToday: number; sentLately: number; reportedLately: number; allInHour: number }

/** What all organizations of one person have sent. */
export async function countUnasked(db: Queryable, { organizationId, senderId }: Sender): Promise<SentUnasked> {
  const [row] = await db<SentUnasked[]>`
    with own as (
      select created_at, declined_at is not null or complained_at is not null as is_reported from outgoing_mails
      where organization_id = ${organizationId} and created_at > now() - interval '30 days'
      union all
      select created_at, declined_at is not null or complained_at is not null from outgoing_mails
      where sender_id = ${senderId} and organization_id is distinct from ${organizationId}
        and created_at > now() - interval '30 days')
    select count(*) filter (where created_at > now() - interval '1 day')::int as "sentToday", count(*)::int as "sentLately",
      count(*) filter (where is_reported)::int as "reportedLately",
      (select count(*)::int from outgoing_mails
        where organization_id is not null and created_at > now() - interval '1 hour') as "allInHour"
    from own`
  if (!row) throw new Error('a count returned no row')
  return row
}

/** To one address, from everybody. */
export async function countUnaskedTo(db: Queryable, to: string): Promise<{ today: number; lately: number }> {
  const [row] = await db<{ today: number; lately: number }[]>`
    select count(*) filter (where created_at > now() - interval '1 day')::int as today, count(*)::int as lately
    from outgoing_mails
    where to_address = ${to} and organization_id is not null and created_at > now() - interval '30 days'`
  return row ?? { today: 0, lately: 0 }
}

export async function saveSender(tx: Tx, mailId: string, { organizationId, senderId }: Sender): Promise<void> {
  await tx`
    update outgoing_mails set organization_id = ${organizationId}, sender_id = ${senderId} where id = ${mailId}`
}

/** Returns the address; null for a mail that is no longer known. */
export async function markDeclined(tx: Tx, mailId: string): Promise<string | null> {
  const [row] = await tx<{ to: string }[]>`
    update outgoing_mails set declined_at = coalesce(declined_at, now())
    where id = ${mailId} returning to_address as "to"`
  return row?.to ?? null
}

export async function insertUninvitable(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx`insert into uninvitable_addresses (address_hash) values (${addressHash}) on conflict do nothing`
}

export async function deleteUninvitable(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx`delete from uninvitable_addresses where address_hash = ${addressHash}`
}

export async function isUninvitable(db: Queryable, addressHash: Buffer): Promise<boolean> {
  const rows = await db`select 1 from uninvitable_addresses where address_hash = ${addressHash}`
  return rows.length > 0
}
