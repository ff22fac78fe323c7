import type { Queryable } from '../../database/connect.ts'

export async function retireBadgeKeys(db: Queryable): Promise<void> {
  await db`update badge_keys set retired_at = now()`
}

export async function deleteCertificate(db: Queryable, id: string): Promise<void> {
  await db`delete from certificates where id = ${id}`
}

/** As for a certificate that is older than the lists of revoked badges. */
export async function forgetPosition(db: Queryable, certificateId: string): Promise<void> {
  await db`delete from badge_positions where certificate_id = ${certificateId}`
}

/** Takes every free position of a list. */
export async function fillList(db: Queryable, list: number): Promise<void> {
  await db`
    insert into badge_positions (list, position) select ${list}, p from generate_series(0, 131071) p
    on conflict do nothing`
}

export async function countPositions(db: Queryable, list: number): Promise<number> {
  return (await db`select 1 from badge_positions where list = ${list}`).length
}
