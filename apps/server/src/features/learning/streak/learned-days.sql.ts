import type { LearnedDay } from '@kitewise/rules/streak'
import type { Queryable } from '../../../database/connect.ts'

/** Every day that a learner learned on, in the order of the calendar. */
export const listLearnedDays = (db: Queryable, userId: string): Promise<LearnedDay[]> =>
  db<LearnedDay[]>`
    select day::text as day, (extract(epoch from first_at) * 1000)::float8 as "firstAt",
      (extract(epoch from last_at) * 1000)::float8 as "lastAt", time_zone as "timeZone"
    from learned_days where user_id = ${userId} order by day`

/** Where a learner was last; null before the first learning. */
export const findLastZone = async (db: Queryable, userId: string): Promise<string | null> => {
  const [row] = await db<{ timeZone: string }[]>`
    select time_zone as "timeZone" from learned_days where user_id = ${userId} order by day desc limit 1`
  return row?.timeZone ?? null
}

/** The last day a learner learned on, YYYY-MM-DD; null before the first learning. */
export const findLastDay = async (db: Queryable, userId: string): Promise<string | null> => {
  const [row] = await db<{ day: string }[]>`
    select day::text as day from learned_days where user_id = ${userId} order by day desc limit 1`
  return row?.day ?? null
}

export type Learning = { userId: string; day: string; at: Date; timeZone: string; zoneChangeSeconds: number }

/**
 * Stores a day of learning, or widens it. A traveller gets no second date within `zoneChangeSeconds` of the last one that began in another
 * zone: the learning then counts for that day.
 */
export const saveLearnedDay = async (db: Queryable, learning: Learning): Promise<void> => {
  const { userId, day, at, timeZone, zoneChangeSeconds } = learning
  await db`
    with elsewhere as (
      select day from learned_days
      where user_id = ${userId} and day <> ${day} and time_zone <> ${timeZone}
        and abs(extract(epoch from first_at - ${at})) < ${zoneChangeSeconds}
      order by first_at desc limit 1
    )
    insert into learned_days as kept (user_id, day, first_at, last_at, time_zone)
    values (${userId}, coalesce((select day from elsewhere), ${day}), ${at}, ${at}, ${timeZone})
    on conflict (user_id, day) do update set
      first_at = least(kept.first_at, excluded.first_at), last_at = greatest(kept.last_at, excluded.last_at)`
}
