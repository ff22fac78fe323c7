import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

/** `bounce`: nothing arrives there. `complaint`: a mail was reported as spam. */
export type Suppression = 'bounce' | 'complaint'

/** A bounce replaces a complaint, not the other way round. */
export async function insertSuppression(tx: Tx, addressHash: Buffer, reason: Suppression): Promise<void> {
  await tx`
    insert into suppressed_addresses (address_hash, reason) values (${addressHash}, ${reason})
    on conflict (address_hash) do update set
      reason = case when suppressed_addresses.reason = 'bounce' then 'bounce' else excluded.reason end,
      suppressed_at = now()`
}

export async function findSuppression(db: Queryable, addressHash: Buffer): Promise<Suppression | null> {
  const [row] = await db<{ reason: Suppression }[]>`
    select reason from suppressed_addresses where address_hash = ${addressHash}`
  return row?.reason ?? null
}

/** @param hashes in hexadecimal */
export function listSuppressed(
  db: Queryable,
  hashes: readonly string[],
): Promise<{ hash: string; reason: Suppression }[]> {
  return db<{ hash: string; reason: Suppression }[]>`
    select encode(address_hash, 'hex') as hash, reason from suppressed_addresses
    where address_hash in (select decode(hash, 'hex') from unnest(${[...hashes]}::text[]) as hash)`
}

/** False when the address wasn't suppressed. */
export async function deleteSuppression(db: Queryable, addressHash: Buffer): Promise<boolean> {
  const rows = await db`delete from suppressed_addresses where address_hash = ${addressHash} returning 1`
  return rows.length > 0
}

export async function deleteOldSuppressions(db: Queryable, days: number): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from suppressed_addresses where ctid = any(array(
        select ctid from suppressed_addresses where suppressed_at < now() - make_interval(days => ${days})
        order by suppressed_at limit ${limit} for update skip locked))`,
  )
}
