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

/** Times are milliseconds since 1970, and those of arrival. */
export type LessonRow = { lessonId: string; startedAtMs: number; finishedAtMs: number | null }
export type FragmentRow = FragmentRecord & {
  fragmentId: string
  /** Since when it counts toward a certificate; null while it doesn't. */
  readAtMs: number | null
  /** When the learner opened and completed it: offline work arrives later. */
  onDevice: { openedAtMs: number; completedAtMs: number | null }
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
    (extract(epoch from read_at) * 1000)::float8 as "readAtMs",
    json_build_object('openedAtMs', (extract(epoch from coalesce(opened_on_device_at, opened_at)) * 1000)::float8,
      'completedAtMs', (extract(epoch from coalesce(completed_on_device_at, completed_at)) * 1000)::float8) as "onDevice"
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
          'readAtMs', (extract(epoch from read_at) * 1000)::float8,
          'onDevice', json_build_object('openedAtMs', (extract(epoch from coalesce(opened_on_device_at, opened_at)) * 1000)::float8,
            'completedAtMs', (extract(epoch from coalesce(completed_on_device_at, completed_at)) * 1000)::float8))), '[]')
        from fragment_progress where user_id = ${userId} and lesson_id = ${lessonId}) as fragments,
      (select coalesce(json_agg(json_build_object('practiceId', practice_id, 'answer', answer, 'isCorrect', is_correct)), '[]')
        from practice_results where user_id = ${userId} and lesson_id = ${lessonId}) as practices`
  return row
}

/** When something arrived, and when the learner did it. */
export type Moments = { now: Date; actedAt: Date }

export function saveStart(db: Db, key: LessonKey, { now, actedAt }: Moments) {
  return db`
  insert into lesson_progress (user_id, lesson_id, course_id, started_at, started_on_device_at)
  values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now}, ${actedAt})
  on conflict do nothing`
}

/** Without a stored start, it also starts now. On the device too, a lesson ends after its start and its fragments. */
export function saveFinish(db: Db, key: LessonKey, { now, actedAt }: Moments) {
  return db`
  insert into lesson_progress as kept
    (user_id, lesson_id, course_id, started_at, started_on_device_at, finished_at, finished_on_device_at)
  values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now}, ${actedAt}, ${now}, ${actedAt})
  on conflict (user_id, lesson_id) do update set
    finished_at = excluded.finished_at,
    finished_on_device_at = greatest(excluded.finished_on_device_at, coalesce(kept.started_on_device_at, kept.started_at),
      (select max(coalesce(completed_on_device_at, completed_at)) from fragment_progress
        where user_id = ${key.userId} and lesson_id = ${key.lessonId}))
  where kept.finished_at is null`
}

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Merges like `mergeProgress`, so that concurrent writers don't undo each other. Starts the lesson in the same statement. */
export async function saveFragment(
  db: Db,
  key: LessonKey,
  record: FragmentRow,
  { now, actedAt }: Moments,
): Promise<FragmentRow> {
  const { onDevice } = record
  const [saved] = await db<[FragmentRow]>`
    with start as (
      insert into lesson_progress (user_id, lesson_id, course_id, started_at, started_on_device_at)
      values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now}, ${actedAt})
      on conflict do nothing
    )
    insert into fragment_progress as kept (user_id, lesson_id, fragment_id, opened_at, completed_at, time_spent_seconds,
      read_at, opened_on_device_at, completed_on_device_at)
    values (${key.userId}, ${key.lessonId}, ${record.fragmentId}, ${toDate(record.openedAtMs)},
      ${toDate(record.completedAtMs)}, ${record.timeSpentSeconds}, ${toDate(record.readAtMs)},
      ${toDate(onDevice.openedAtMs)}, ${toDate(onDevice.completedAtMs)})
    on conflict (user_id, lesson_id, fragment_id) do update set
      opened_at = least(kept.opened_at, excluded.opened_at),
      completed_at = least(kept.completed_at, excluded.completed_at),
      time_spent_seconds = greatest(kept.time_spent_seconds, excluded.time_spent_seconds),
      read_at = least(kept.read_at, excluded.read_at),
      opened_on_device_at = least(coalesce(kept.opened_on_device_at, kept.opened_at), excluded.opened_on_device_at),
      completed_on_device_at = least(coalesce(kept.completed_on_device_at, kept.completed_at), excluded.completed_on_device_at)
    returning fragment_id as "fragmentId", time_spent_seconds as "timeSpentSeconds",
      (extract(epoch from opened_at) * 1000)::float8 as "openedAtMs",
      (extract(epoch from completed_at) * 1000)::float8 as "completedAtMs",
      (extract(epoch from read_at) * 1000)::float8 as "readAtMs",
      json_build_object('openedAtMs', (extract(epoch from coalesce(opened_on_device_at, opened_at)) * 1000)::float8,
        'completedAtMs', (extract(epoch from coalesce(completed_on_device_at, completed_at)) * 1000)::float8) as "onDevice"`
  return saved
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
  { now, actedAt }: Moments,
) {
  return db<PracticeRow[]>`
  with start as (
    insert into lesson_progress (user_id, lesson_id, course_id, started_at, started_on_device_at)
    values (${key.userId}, ${key.lessonId}, ${key.courseId}, ${now}, ${actedAt})
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
