import type { Queryable } from '../../database/connect.ts'

type NewResult = {
  userId: string
  practiceId: string
  lessonId?: string
  answer?: string
  isCorrect?: boolean
  isSkipped?: boolean
  /** Null as in rows of older releases. */
  isFirstCorrect?: boolean | null
  firstAt?: Date
  at?: Date
}

/** An answer to a practice, which need not exist; by default right, and given now. */
export async function addPracticeResult(db: Queryable, result: NewResult): Promise<void> {
  const { userId, practiceId, lessonId = 'l', answer = 'b', isCorrect = true, isSkipped = false } = result
  const { at = new Date(), firstAt = at, isFirstCorrect = null } = result
  await db`
    insert into practice_results (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, is_first_correct,
      first_answered_at, answered_at)
    values (${userId}, ${lessonId}, ${practiceId}, ${answer}, ${isCorrect}, ${isSkipped}, ${isFirstCorrect}, ${firstAt},
      ${at})`
}

export async function addCompletedFragment(
  db: Queryable,
  { userId, fragmentId, openedAt, at }: { userId: string; fragmentId: string; openedAt: Date; at: Date },
): Promise<void> {
  await db`
    insert into fragment_progress (user_id, lesson_id, fragment_id, opened_at, completed_at)
    values (${userId}, 'l', ${fragmentId}, ${openedAt}, ${at})`
}

/** @param lessonId begins with the id of its course and a dot */
export async function addFinishedLesson(
  db: Queryable,
  { userId, lessonId, at = new Date() }: { userId: string; lessonId: string; at?: Date },
): Promise<void> {
  await db`
    insert into lesson_progress (user_id, lesson_id, course_id, started_at, finished_at)
    values (${userId}, ${lessonId}, ${lessonId.slice(0, lessonId.indexOf('.'))}, ${at}, ${at})`
}

/** @param review `day` is YYYY-MM-DD; `place` counts the reviews of the day */
export async function addReview(
  db: Queryable,
  review: { userId: string; practiceId: string; day: string; place: number; at: Date },
): Promise<void> {
  await db`
    insert into review_log (user_id, day, place, practice_id, turn, rating, answered_at)
    values (${review.userId}, ${review.day}, ${review.place}, ${review.practiceId}, 1, 3, ${review.at})`
}

type LoggedReview = { practiceId: string; day: string; turn: number; rating: number }

export function listReviews(db: Queryable, userId: string): Promise<LoggedReview[]> {
  return db<LoggedReview[]>`
    select practice_id as "practiceId", day, turn, rating from review_log where user_id = ${userId} order by day, place`
}

/** Whole rows, to compare them before and after. */
export async function readLessonsAndAnswers(db: Queryable, userId: string): Promise<object[]> {
  return [
    ...(await db`select * from lesson_progress where user_id = ${userId} order by lesson_id`),
    ...(await db`select * from practice_results where user_id = ${userId} order by practice_id`),
  ]
}

/** Fragments that count toward a certificate. */
export async function countReadFragments(db: Queryable, userId: string): Promise<number> {
  return (await db`select 1 from fragment_progress where user_id = ${userId} and read_at is not null`).length
}

export async function forgetLesson(db: Queryable, userId: string, lessonId: string): Promise<void> {
  await db`delete from lesson_progress where user_id = ${userId} and lesson_id = ${lessonId}`
}

/** Forgets answers and completed fragments, but no finished lesson. */
export async function forgetWork(db: Queryable, userId: string): Promise<void> {
  await db`delete from practice_results where user_id = ${userId}`
  await db`delete from fragment_progress where user_id = ${userId}`
}

export async function forgetLearnedDays(db: Queryable, userId: string): Promise<void> {
  await db`delete from learned_days where user_id = ${userId}`
}

export async function countEvaluations(db: Queryable, userId: string): Promise<number> {
  return (await db`select 1 from prompt_evaluations where user_id = ${userId}`).length
}

/** Replaces a learner's stored evaluations, for example by the shape of an older release. */
export async function replaceEvaluations(db: Queryable, userId: string, evaluation: object): Promise<void> {
  await db`update prompt_evaluations set evaluation = ${db.json(evaluation)} where user_id = ${userId}`
}

export async function forgetMarkedPhrases(db: Queryable): Promise<void> {
  await db`delete from marked_phrases`
  await db`delete from practice_passes`
}
