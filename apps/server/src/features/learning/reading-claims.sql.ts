import type { ReadingClaim } from '@kitewise/rules/reading-evidence'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { LessonKey } from './progress.sql.ts'

/** Nothing can have been read before: the first sign-in. Later calls change nothing. */
export async function startReading(db: Queryable, userId: string, at: Date): Promise<void> {
  await db`insert into reading_clocks (user_id, read_until) values (${userId}, ${at}) on conflict do nothing`
}

/** The moment of `startReading`, in milliseconds since 1970; null without one. */
export async function findReadingStart(db: Queryable, userId: string): Promise<number | null> {
  const [row] = await db<{ atMs: number }[]>`
    select (extract(epoch from read_until) * 1000)::float8 as "atMs" from reading_clocks where user_id = ${userId}`
  return row?.atMs ?? null
}

/** Until the transaction ends, nobody else counts what this learner has read. */
export async function lockReading(tx: Tx, userId: string, now: Date): Promise<void> {
  await startReading(tx, userId, now)
  await tx`select from reading_clocks where user_id = ${userId} for update`
}

export type LessonTimes = {
  startedAtMs: number
  startedOnDeviceMs: number
  finishedAtMs: number | null
  finishedOnDeviceMs: number | null
}

/** The times of some lessons, by lesson. */
export async function readLessonTimes(
  db: Queryable,
  userId: string,
  lessonIds: readonly string[],
): Promise<Map<string, LessonTimes>> {
  const rows = await db<(LessonTimes & { lessonId: string })[]>`
    select lesson_id as "lessonId", (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
      (extract(epoch from coalesce(started_on_device_at, started_at)) * 1000)::float8 as "startedOnDeviceMs",
      (extract(epoch from finished_at) * 1000)::float8 as "finishedAtMs",
      (extract(epoch from coalesce(finished_on_device_at, finished_at)) * 1000)::float8 as "finishedOnDeviceMs"
    from lesson_progress where user_id = ${userId} and lesson_id = any(${[...lessonIds]})`
  return new Map(rows.map((row) => [row.lessonId, row]))
}

/** What counts already, as far as it ended after a moment. */
export function listReadingClaims(tx: Tx, userId: string, endedAfter: Date): Promise<ReadingClaim[]> {
  return tx<ReadingClaim[]>`
    select (extract(epoch from reading_from) * 1000)::float8 as "fromMs",
      (extract(epoch from reading_until) * 1000)::float8 as "untilMs", reading_seconds as seconds
    from fragment_progress where user_id = ${userId} and reading_until > ${endedAfter}`
}

/** Counts a stored fragment toward a certificate. False if it counts already. */
export async function saveReadingClaim(
  tx: Tx,
  { userId, lessonId }: LessonKey,
  { fragmentId, claim, now }: { fragmentId: string; claim: ReadingClaim; now: Date },
): Promise<boolean> {
  const saved = await tx`
    update fragment_progress set read_at = ${now}, reading_from = ${new Date(claim.fromMs)},
      reading_until = ${new Date(claim.untilMs)}, reading_seconds = ${claim.seconds}
    where user_id = ${userId} and lesson_id = ${lessonId} and fragment_id = ${fragmentId} and read_at is null`
  return saved.count > 0
}
