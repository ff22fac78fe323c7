import type { Queryable } from '../../database/connect.ts'
import type { InboxStaff } from '../../features/support/notify-staff.ts'

/** Staff who work here, with one of the roles. */
export function listInboxStaff(db: Queryable, roles: readonly string[]): Promise<InboxStaff[]> {
  return db<InboxStaff[]>`
    select s.id, s.name, s.email, o.staff_id is null as "wantsDigest"
    from desk_staff s left join inbox_digest_off o on o.staff_id = s.id
    where s.removed_at is null and s.role = any(${[...roles]}) order by s.name, s.id`
}

export async function saveDigest(db: Queryable, staffId: string, isOn: boolean): Promise<void> {
  if (isOn) await db`delete from inbox_digest_off where staff_id = ${staffId}`
  else await db`insert into inbox_digest_off (staff_id) values (${staffId}) on conflict do nothing`
}
