import type { Tx } from '../../database/connect.ts'

/** Counts days of access that a member of staff gives today. False, and nothing is counted, beyond the limit; null is no limit. */
export async function spendAccessDays(
  tx: Tx,
  { staffId, days, limit }: { staffId: string; days: number; limit: { action: number; day: number } | null },
): Promise<boolean> {
  if (limit === null || days === 0) return true
  if (days > limit.action) return false
  await tx`delete from desk_access_days where staff_id = ${staffId} and day < (now() at time zone 'UTC')::date`
  const rows = await tx`
    insert into desk_access_days as spent (staff_id, day, days) values (${staffId}, (now() at time zone 'UTC')::date, ${days})
    on conflict (staff_id, day) do update set days = spent.days + excluded.days
      where spent.days + excluded.days <= ${limit.day}
    returning 1`
  return rows.length > 0
}
