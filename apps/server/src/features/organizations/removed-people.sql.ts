import type { Queryable, Tx } from '../../database/connect.ts'

/** The account moves to another address with its row. */
export async function insertRemoved(
  tx: Tx,
  removed: { organizationId: string; addressHash: Buffer; userId: string | null; at: Date },
): Promise<void> {
  const { organizationId, addressHash, userId, at } = removed
  await tx`
    insert into organization_removed_people (organization_id, address_hash, user_id, removed_at)
    values (${organizationId}, ${addressHash}, ${userId}, ${at})
    on conflict (organization_id, address_hash) do update set user_id = coalesce(excluded.user_id, organization_removed_people.user_id),
      removed_at = excluded.removed_at`
}

export async function isRemoved(
  db: Queryable,
  { organizationId, addressHash, userId }: { organizationId: string; addressHash: Buffer; userId: string | null },
): Promise<boolean> {
  const rows = await db`
    select 1 from organization_removed_people
    where organization_id = ${organizationId} and (address_hash = ${addressHash} or user_id = ${userId}) limit 1`
  return rows.length > 0
}

export async function deleteRemoved(
  tx: Tx,
  { organizationId, addressHash, userId }: { organizationId: string; addressHash: Buffer; userId: string | null },
): Promise<void> {
  await tx`
    delete from organization_removed_people
    where organization_id = ${organizationId} and (address_hash = ${addressHash} or user_id = ${userId})`
}
