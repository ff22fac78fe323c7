// Times are the database's: the view ends at the same moment on every instance.

import type { Role } from '@kitewise/contract/desk'
import type { Queryable, Tx } from '../../database/connect.ts'

/** The learner's newest code that still counts. `openedByRole` is null until staff have entered it. */
type OpenView = { endsAt: Date; openedAt: Date | null; openedByRole: Role | null }

export async function insertView(
  tx: Tx,
  { id, userId, codeHash, minutes }: { id: string; userId: string; codeHash: Buffer; minutes: number },
): Promise<Date> {
  const [row] = await tx<[{ endsAt: Date }]>`
    insert into support_views (user_id, id, code_hash, ends_at)
    values (${userId}, ${id}, ${codeHash}, now() + make_interval(mins => ${minutes})) returning ends_at as "endsAt"`
  return row.endsAt
}

export async function endViews(db: Queryable, userId: string): Promise<void> {
  await db`
    update support_views set ended_at = now()
    where user_id = ${userId} and ended_at is null and ends_at > now()`
}

export async function findOpenView(db: Queryable, userId: string, mostTries: number): Promise<OpenView | null> {
  const [row] = await db<OpenView[]>`
    select ends_at as "endsAt", opened_at as "openedAt", opened_by_role as "openedByRole" from support_views
    where user_id = ${userId} and ended_at is null and ends_at > now() and (opened_at is not null or tries < ${mostTries})
    order by made_at desc limit 1`
  return row ?? null
}

/** Counts before comparing, so that concurrent tries can't exceed the limit. Null if no code waits or it was tried too often. */
export async function countTry(
  tx: Tx,
  userId: string,
  mostTries: number,
): Promise<{ id: string; codeHash: Buffer } | null> {
  const [row] = await tx<{ id: string; codeHash: Buffer }[]>`
    update support_views set tries = tries + 1
    where user_id = ${userId} and ended_at is null and ends_at > now() and opened_at is null and tries < ${mostTries}
    returning id, code_hash as "codeHash"`
  return row ?? null
}

export async function noteOpening(
  tx: Tx,
  { userId, id, staffId, role }: { userId: string; id: string; staffId: string; role: Role },
): Promise<void> {
  await tx`
    update support_views set opened_at = now(), opened_by = ${staffId}, opened_by_role = ${role}
    where user_id = ${userId} and id = ${id}`
}

/** Until when this member of staff may read; null if they may not. A deleted account is closed to all. */
export async function findPermittedView(
  db: Queryable,
  userId: string,
  staffId: string,
): Promise<{ endsAt: Date; codeHash: Buffer } | null> {
  const [row] = await db<{ endsAt: Date; codeHash: Buffer }[]>`
    select v.ends_at as "endsAt", v.code_hash as "codeHash" from support_views v join users u on u.id = v.user_id
    where v.user_id = ${userId} and v.opened_by = ${staffId} and v.ended_at is null and v.ends_at > now()
      and u.deactivated_at is null
    order by v.made_at desc limit 1`
  return row ?? null
}

export async function deleteOldViews(db: Queryable, days: number): Promise<void> {
  await db`delete from support_views where ends_at < now() - make_interval(days => ${days})`
}
