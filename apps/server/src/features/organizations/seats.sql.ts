import { randomUUID } from 'node:crypto'
import type { SeatCounts } from '@kitewise/contract/organization-entities'
import type { Queryable, Tx } from '../../database/connect.ts'

export async function countSeats(db: Queryable, organizationId: string): Promise<SeatCounts> {
  const [row] = await db<SeatCounts[]>`
    select (select count(*)::int from organization_seats where organization_id = ${organizationId}) as total,
      (select count(*)::int from organization_seats where organization_id = ${organizationId} and user_id is not null) as taken,
      (select count(*)::int from organization_members
        where organization_id = ${organizationId} and wants_seat_since is not null) as waiting`
  return row ?? { total: 0, taken: 0, waiting: 0 }
}

/** Of several concurrent calls, so many succeed as there are free seats. False without a free one. */
export async function takeFreeSeat(tx: Tx, organizationId: string, userId: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    update organization_seats set user_id = ${userId}, taken_at = ${now}, renewal_stopped_at = null
    where user_id is null and id = (
      select id from organization_seats where organization_id = ${organizationId} and user_id is null limit 1)`
  return count > 0
}

export async function hasSeat(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db`
    select 1 from organization_seats where organization_id = ${organizationId} and user_id = ${userId}`
  return rows.length > 0
}

/** False for somebody without a seat. */
export async function releaseSeat(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const { count } = await tx`
    update organization_seats set user_id = null, taken_at = null, renewal_stopped_at = null
    where organization_id = ${organizationId} and user_id = ${userId}`
  return count > 0
}

/** Since when a member waits for a seat; null for not at all. */
export async function saveWish(tx: Tx, organizationId: string, userId: string, since: Date | null): Promise<void> {
  await tx`
    update organization_members set wants_seat_since = ${since}
    where user_id = ${userId} and organization_id = ${organizationId}`
}

/** Active members who wait, the longest first. */
export async function listWaiting(tx: Tx, organizationId: string, limit: number): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    select m.user_id as "userId" from organization_members m
      join users u on u.id = m.user_id and u.deactivated_at is null and u.blocked_at is null
    where m.organization_id = ${organizationId} and m.wants_seat_since is not null
    order by m.wants_seat_since, m.user_id limit ${limit}`
  return rows.map(({ userId }) => userId)
}

export async function listSeatHolders(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    select user_id as "userId" from organization_seats
    where organization_id = ${organizationId} and user_id is not null order by user_id`
  return rows.map(({ userId }) => userId)
}

/** Those who took their seats last. */
export async function listNewestHolders(
  tx: Tx,
  organizationId: string,
  limit: number,
): Promise<{ userId: string; takenAt: Date }[]> {
  return tx<{ userId: string; takenAt: Date }[]>`
    select user_id as "userId", taken_at as "takenAt" from organization_seats
    where organization_id = ${organizationId} and user_id is not null order by taken_at desc, user_id desc limit ${limit}`
}

/** People whose own plan wasn't stopped since they have taken their seats; each is returned once. */
export async function claimRenewalStops(
  tx: Tx,
  organizationId: string,
  at: Date,
): Promise<{ seatId: string; userId: string }[]> {
  return tx<{ seatId: string; userId: string }[]>`
    update organization_seats set renewal_stopped_at = ${at}
    where organization_id = ${organizationId} and user_id is not null and renewal_stopped_at is null
    returning id as "seatId", user_id as "userId"`
}

/** The organizations of a person. */
export async function listOrganizationsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select organization_id as id from organization_members where user_id = ${userId} order by organization_id`
  return rows.map(({ id }) => id)
}

export async function addSeats(tx: Tx, organizationId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await tx`
    insert into organization_seats (id, organization_id)
    select seat.id, ${organizationId}::uuid from unnest(${ids}::uuid[]) as seat (id)`
}

/** Only free ones. */
export async function removeSeats(tx: Tx, organizationId: string, count: number): Promise<void> {
  await tx`
    delete from organization_seats where id = any(array(
      select id from organization_seats where organization_id = ${organizationId} and user_id is null
      order by id limit ${count}))`
}
