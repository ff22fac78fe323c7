import type { Queryable, Tx } from '../../../database/connect.ts'

/** Where a badge is in the public lists of revoked badges. */
export type BadgePosition = { list: number; position: number }

/** The newest list, which takes new badges; 1 while there is none. */
export async function findNewestList(db: Queryable): Promise<number> {
  const [row] = await db<{ list: number }[]>`
    select list from badge_positions order by list desc, position desc limit 1`
  return row?.list ?? 1
}

/** @param certificateId null for a revoked badge @returns false if the position is taken, now or earlier */
export async function takePosition(
  tx: Tx,
  { list, position }: BadgePosition,
  certificateId: string | null,
): Promise<boolean> {
  const { count } = await tx`
    insert into badge_positions (list, position, certificate_id) values (${list}, ${position}, ${certificateId})
    on conflict (list, position) do nothing`
  return count === 1
}

/** Revokes the present badge of a certificate. */
export async function abandonPosition(tx: Tx, certificateId: string): Promise<void> {
  await tx`update badge_positions set certificate_id = null where certificate_id = ${certificateId}`
}

/** Null for certificates whose badge is older than the lists. */
export async function findPosition(db: Queryable, certificateId: string): Promise<BadgePosition | null> {
  const [row] = await db<BadgePosition[]>`
    select list, position from badge_positions where certificate_id = ${certificateId}`
  return row ?? null
}

export async function listRevokedPositions(db: Queryable, list: number): Promise<number[]> {
  const rows = await db<{ position: number }[]>`
    select position from badge_positions where list = ${list} and certificate_id is null`
  return rows.map(({ position }) => position)
}
