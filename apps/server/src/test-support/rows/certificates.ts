import type { Queryable } from '../../database/connect.ts'

export async function retireBadgeKeys(db: Queryable): Promise<void> {
  await db`update badge_keys set retired_at = now()`
}

export async function deleteCertificate(db: Queryable, id: string): Promise<void> {
  await db`delete from certificates where id = ${id}`
}
