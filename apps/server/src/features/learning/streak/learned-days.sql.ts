import type { LearnedDay } from '@kitewise/rules/streak'
import type { Queryable } from '../../../database/connect.ts'

export function listLearnedDays(db: Queryable, userId: string): Promise<LearnedDay[]> {
  return db<LearnedDay[]>`
    select day::text as day, (extract(epoch from first_at) * 1000)::float8 as "firstAt",
      (extract(epoch from last_at) * 1000)::float8 as "lastAt", time_zone as "timeZone"
    from learned_days where user_id = ${userId} order by day`
}

/** The same for many learners, by their ID. Learners without a day are missing. */
export async function listLearnedDaysOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, LearnedDay[]>> {
  const rows = await db<{ userId: string; days: LearnedDay[] }[]>`
    select user_id as "userId", json_agg(json_build_object('day', day::text,
        'firstAt', (extract(epoch from first_at) * 1000)::float8, 'lastAt', (extract(epoch from last_at) * 1000)::float8,
        'timeZone', time_zone) order by day) as days
    from learned_days where user_id = any(${[...userIds]}::uuid[]) group by user_id`
  return new Map(rows.map(({ userId, days }) => [userId, days]))
}

export async function findLastZone(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db<{ timeZone: string }[]>`
    select time_zone as "timeZone" from learned_days where user_id = ${userId} order by day desc limit 1`
  return row?.timeZone ?? null
}

/** YYYY-MM-DD in the learner's time zone then; null before the first. */
export async function findLastDay(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db<{ day: string }[]>`
    select day::text as day from learned_days where user_id = ${userId} order by day desc limit 1`
  return row?.day ?? null
}

export type Learning = { userId: string; day: string; at: Date; timeZone: string; zoneChangeSeconds: number }

/** Within `zoneChangeSeconds` of a day that started in another time zone, a traveler gets no second date. */
export async function saveLearnedDay(db: Queryable, learning: Learning): Promise<void> {
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

type Effort = { atMs: number; seconds: number }

/** Fragments completed since then, and answers in the daily practice, which are not measured: each is `answerSeconds`. */
export function listEfforts(
  db: Queryable,
  userId: string,
  { since, answerSeconds }: { since: Date; answerSeconds: number },
): Promise<Effort[]> {
  return db<Effort[]>`
    select (extract(epoch from completed_at) * 1000)::float8 as "atMs", time_spent_seconds as seconds
    from fragment_progress where user_id = ${userId} and completed_at > ${since}
    union all
    select (extract(epoch from answered_at) * 1000)::float8, ${answerSeconds}::int
    from review_log where user_id = ${userId} and answered_at > ${since}`
}
