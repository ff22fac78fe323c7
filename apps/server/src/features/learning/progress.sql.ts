import type { FoundLesson } from '@kitewise/content/catalog'
import type { FragmentRecord } from '@kitewise/rules/merge-progress'
import type { Db, Queryable } from '../../database/connect.ts'

export type LessonKey = { userId: string; courseId: string; lessonId: string }

export function lessonKey(userId: string, found: FoundLesson): LessonKey {
  return {
    userId,
    courseId: found.course.id,
    lessonId: found.lesson.id,
  }
}

/** Times are milliseconds since 1970. */
export type LessonRow = { lessonId: string; startedAtMs: number; finishedAtMs: number | null }
export type FragmentRow = FragmentRecord & {
  fragmentId: string
  /** Since when it counts toward a certificate; null while it doesn't. */
  readAtMs: number | null
}
export type PracticeRow = { practiceId: string; answer: string; isCorrect: boolean }

/** In the order of starting. */
export function listLessons(db: Queryable, userId: string, courseId: string) {
  return db<LessonRow[]>`
  select lesson_id as "lessonId", (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
    (extract(epoch from finished_at) * 1000)::float8 as "finishedAtMs"
  from lesson_progress
  where user_id = ${userId} and course_id = ${courseId}
  order by started_at, lesson_id`
}

export type LessonOfCourse = LessonRow & { courseId: string }

/** Lessons of all courses, in the order of starting. */
export function listAllLessons(db: Db, userId: string) {
  return db<LessonOfCourse[]>`
  select course_id as "courseId", lesson_id as "lessonId", (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
    (extract(epoch from finished_at) * 1000)::float8 as "finishedAtMs"
  from lesson_progress
  where user_id = ${userId}
  order by started_at, lesson_id`
}

/** The same for many learners, by their ID. Learners without a lesson are missing. */
export async function listLessonsOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, LessonOfCourse[]>> {
  const rows = await db<{ userId: string; lessons: LessonOfCourse[] }[]>`
    select user_id as "userId", json_agg(json_build_object('courseId', course_id, 'lessonId', lesson_id,
        'startedAtMs', (extract(epoch from started_at) * 1000)::float8,
        'finishedAtMs', (extract(epoch from finished_at) * 1000)::float8) order by started_at, lesson_id) as lessons
    from lesson_progress where user_id = any(${[...userIds]}::uuid[]) group by user_id`
  return new Map(rows.map(({ userId, lessons }) => [userId, lessons]))
}

export function listFragments(db: Db, userId: string, lessonId: string) {
  return db<FragmentRow[]>`
  select fragment_id as "fragmentId", time_spent_seconds as "timeSpentSeconds",
    (extract(epoch from opened_at) * 1000)::float8 as "openedAtMs",
    (extract(epoch from completed_at) * 1000)::float8 as "completedAtMs",
    (extract(epoch from read_at) * 1000)::float8 as "readAtMs"
  from fragment_progress
  where user_id = ${userId} and lesson_id = ${lessonId}`
}

export function listPracticeResults(db: Db, userId: string, lessonId: string) {
  return db<PracticeRow[]>`
  select practice_id as "practiceId", answer, is_correct as "isCorrect"
  from practice_results
  where user_id = ${userId} and lesson_id = ${lessonId}`
}

type LearnerInLesson = { lessons: LessonRow[]; fragments: FragmentRow[]; practices: PracticeRow[] }

/** `listLessons` of a course with `listFragments` and `listPracticeResults` of one of its lessons, in one statement. */
export async function readLearnerInLesson(db: Db, { userId, courseId, lessonId }: LessonKey) {
  const [row] = await db<[LearnerInLesson]>`
    select
      (select coalesce(json_agg(json_build_object('lessonId', lesson_id,
          'startedAtMs', (extract(epoch from started_at) * 1000)::float8,
          'finishedAtMs', (extract(epoch from finished_at) * 1000)::float8)
          order by started_at, lesson_id), '[]')
        from lesson_progress where user_id = ${userId} and course_id = ${courseId}) as lessons,
      (select coalesce(json_agg(json_build_object('fragmentId', fragment_id, 'timeSpentSeconds', time_spent_seconds,
          'openedAtMs', (extract(epoch from opened_at) * 1000)::float8,
          'completedAtMs', (extract(epoch from completed_at) * 1000)::float8,
          'readAtMs', (extract(epoch from read_at) * 1000)::float8)), '[]')
        from fragment_progress where user_id = ${userId} and lesson_id = ${lessonId}) as fragments,
      (select coalesce(json_agg(json_build_object('practiceId', practice_id, 'answer', answer, 'isCorrect', is_correct)), '[]')
        from practice_results where user_id = ${userId} and lesson_id = ${lessonId}) as practices`
  return row
}

export function saveStart(db: Db, key: LessonKey, now: Date) {
  return db`
  insert into lesson_progress (user_id, lesson_id, course_id, started_at)
  values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now})
  on conflict do nothing`
}

/** Without a stored start, it also starts now. */
export function saveFinish(db: Db, key: LessonKey, now: Date) {
  return db`
  insert into lesson_progress as kept (user_id, lesson_id, course_id, started_at, finished_at)
  values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now}, ${now})
  on conflict (user_id, lesson_id) do update set finished_at = excluded.finished_at
  where kept.finished_at is null`
}

/** Merges like `mergeProgress`, so that concurrent writers don't undo each other. Starts the lesson in the same statement. */
export async function saveFragment(db: Db, key: LessonKey, record: FragmentRow, now: Date): Promise<FragmentRow> {
  const openedAt = new Date(record.openedAtMs)
  const completedAt = record.completedAtMs === null ? null : new Date(record.completedAtMs)
  const readAt = record.readAtMs === null ? null : new Date(record.readAtMs)
  const [saved] = await db<[FragmentRow]>`
    with start as (
      insert into lesson_progress (user_id, lesson_id, course_id, started_at)
      values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now})
      on conflict do nothing
    )
    insert into fragment_progress as kept
      (user_id, lesson_id, fragment_id, opened_at, completed_at, time_spent_seconds, read_at)
    values (${key.userId}, ${key.lessonId}, ${record.fragmentId}, ${openedAt}, ${completedAt},
      ${record.timeSpentSeconds}, ${readAt})
    on conflict (user_id, lesson_id, fragment_id) do update set
      opened_at = least(kept.opened_at, excluded.opened_at),
      completed_at = least(kept.completed_at, excluded.completed_at),
      time_spent_seconds = greatest(kept.time_spent_seconds, excluded.time_spent_seconds),
      read_at = least(kept.read_at, excluded.read_at)
    returning fragment_id as "fragmentId", time_spent_seconds as "timeSpentSeconds",
      (extract(epoch from opened_at) * 1000)::float8 as "openedAtMs",
      (extract(epoch from completed_at) * 1000)::float8 as "completedAtMs",
      (extract(epoch from read_at) * 1000)::float8 as "readAtMs"`
  return saved
}

/**
 * Counts a saved fragment toward a certificate, and advances the clock by its seconds, from `since` at the earliest. False when it
 * counts already, or when the clock would pass `now`. One statement that locks the fragment first: concurrent requests can
 * neither spend the same time twice nor pay twice for the same fragment.
 */
export async function countAsRead(
  db: Db,
  { userId, lessonId }: LessonKey,
  fragmentId: string,
  { since, seconds, now }: { since: Date; seconds: number; now: Date },
): Promise<boolean> {
  const counted = await db`
    with unread as (
      select user_id from fragment_progress
      where user_id = ${userId} and lesson_id = ${lessonId} and fragment_id = ${fragmentId} and read_at is null
      for update
    ), clock as (
      insert into reading_clocks as kept (user_id, read_until)
      select user_id, ${since}::timestamptz + make_interval(secs => ${seconds}) from unread
      where ${since}::timestamptz + make_interval(secs => ${seconds}) <= ${now}
      on conflict (user_id) do update set
        read_until = greatest(kept.read_until, ${since}::timestamptz) + make_interval(secs => ${seconds})
      where greatest(kept.read_until, ${since}::timestamptz) + make_interval(secs => ${seconds}) <= ${now}
      returning user_id
    )
    update fragment_progress set read_at = ${now}
    where user_id = ${userId} and lesson_id = ${lessonId} and fragment_id = ${fragmentId} and exists (select from clock)`
  return counted.count > 0
}

/** Completed fragments that don't count toward a certificate. */
export function listSkimmedFragments(db: Db, userId: string, lessonIds: readonly string[]) {
  return db<{ lessonId: string; fragmentId: string }[]>`
  select lesson_id as "lessonId", fragment_id as "fragmentId" from fragment_progress
  where user_id = ${userId} and lesson_id = any(${[...lessonIds]}) and completed_at is not null and read_at is null`
}

/** Returns no row when the stored answer stays because it is worth more, like `keptAnswer`. Starts the lesson if needed. */
export function savePracticeResult(
  db: Db,
  key: LessonKey,
  result: PracticeRow & {
    isSkipped: boolean
    /** Of a choice question; null for a right answer, a skip, and every other practice. */
    wrongOption: string | null
  },
  now: Date,
) {
  return db<PracticeRow[]>`
  with start as (
    insert into lesson_progress (user_id, lesson_id, course_id, started_at)
    values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now})
    on conflict do nothing
  )
  insert into practice_results as kept
    (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, is_first_correct, first_wrong_option,
    first_answered_at, answered_at)
  values (${key.userId}, ${key.lessonId}, ${result.practiceId}, ${result.answer}, ${result.isCorrect},
    ${result.isSkipped}, ${result.isSkipped ? null : result.isCorrect}, ${result.wrongOption}, ${now}, ${now})
  on conflict (user_id, lesson_id, practice_id) do update set
    answer = excluded.answer, is_correct = excluded.is_correct, is_skipped = excluded.is_skipped,
    is_first_correct = coalesce(kept.is_first_correct, case when not kept.is_skipped then kept.is_correct end,
      excluded.is_first_correct), answered_at = excluded.answered_at,
    first_wrong_option = case when kept.is_skipped then excluded.first_wrong_option else kept.first_wrong_option end,
    first_answered_at = case when kept.is_skipped then excluded.first_answered_at else kept.first_answered_at end
  where (not excluded.is_skipped, excluded.is_correct) >= (not kept.is_skipped, kept.is_correct)
    and (kept.answer, kept.is_correct) is distinct from (excluded.answer, excluded.is_correct)
  returning practice_id as "practiceId", answer, is_correct as "isCorrect"`
}

/** Older releases didn't store first answers; for their rows the stored answer stands in. Null for skipped practices. */
export function listFirstAnswers(db: Db, userId: string) {
  return db<{ practiceId: string; atMs: number; isFirstCorrect: boolean | null }[]>`
  select practice_id as "practiceId", (extract(epoch from first_answered_at) * 1000)::float8 as "atMs",
    coalesce(is_first_correct, case when not is_skipped then is_correct end) as "isFirstCorrect"
  from practice_results where user_id = ${userId}
  order by first_answered_at, practice_id`
}

export function listCompletedFragments(db: Db, userId: string) {
  return db<{ lessonId: string; fragmentId: string; atMs: number }[]>`
  select lesson_id as "lessonId", fragment_id as "fragmentId", (extract(epoch from completed_at) * 1000)::float8 as "atMs"
  from fragment_progress where user_id = ${userId} and completed_at is not null
  order by completed_at, lesson_id, fragment_id`
}

/** Consenting users without a mail of this key. `from` is inclusive, `to` exclusive. */
export function listUsersByFirstFinish(db: Db, { from, to, keyStart }: { from: Date; to: Date; keyStart: string }) {
  return db<{ userId: string }[]>`
  select distinct l.user_id as "userId" from lesson_progress l
  where l.finished_at >= ${from} and l.finished_at < ${to}
    and (select u.marketing_consent from users u where u.id = l.user_id)
    and not exists (select 1 from lesson_progress earlier where earlier.user_id = l.user_id and earlier.finished_at < ${from})
    and not exists (select 1 from outgoing_mails m where m.dedupe_key = ${keyStart} || l.user_id)
  limit 10000`
}

/** Days (YYYY-MM-DD, UTC) with a completed fragment or a practice. */
export function listDaysOfUse(db: Db, userId: string) {
  return db<{ day: string }[]>`
  select distinct (at at time zone 'UTC')::date::text as day from (
    select completed_at as at from fragment_progress where user_id = ${userId} and completed_at is not null
    union all
    select answered_at from practice_results where user_id = ${userId} and not is_skipped
  ) as uses
  order by day`
}

export function countFinishedLessons(db: Db, userId: string) {
  return db<{ courseId: string; lessons: number }[]>`
  select course_id as "courseId", count(*)::integer as lessons
  from lesson_progress where user_id = ${userId} and finished_at is not null
  group by course_id`
}
