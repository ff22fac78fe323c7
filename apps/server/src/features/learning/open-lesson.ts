import type { FoundLesson } from '@kitewise/content/catalog'
import { canOpenLesson, type LessonsOfLearner, lessonState } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { actedMoments } from './acted-at.ts'
import { lessonKey, type LessonRow, listFragments, listLessons, saveFinish, saveStart } from './progress.sql.ts'
import { type LearningMoment, nowAnywhere } from './streak/learned-days.ts'

/** Refuses with `lesson_locked`. */
export async function openLesson(
  context: Context,
  userId: string,
  found: FoundLesson,
): Promise<Result<LessonsOfLearner>> {
  const learner = await findLearnerLessons(context, userId, found.course.id)
  return isOpenTo(learner, found) ? ok(learner) : refuse('lesson_locked')
}

export function isOpenTo(learner: LessonsOfLearner, { course, lesson }: FoundLesson): boolean {
  const lessonIds = course.lessons.map(({ id }) => id)
  return canOpenLesson(lessonState(lessonIds, learner, lesson.id))
}

/** Idempotent. */
export async function startLesson(
  context: Context,
  userId: string,
  found: FoundLesson,
  { ageSeconds }: Pick<LearningMoment, 'ageSeconds'> = nowAnywhere,
): Promise<Result<null>> {
  const open = await openLesson(context, userId, found)
  if (!open.ok) return open
  if (!open.value.startedLessons.includes(found.lesson.id)) {
    await saveStart(context.db, lessonKey(userId, found), await actedMoments(context, userId, ageSeconds))
  }
  return ok(null)
}

/** Needs all fragments completed on the server. Idempotent, even if the lesson has got a new fragment since. */
export async function finishLesson(
  context: Context,
  userId: string,
  found: FoundLesson,
  { ageSeconds }: Pick<LearningMoment, 'ageSeconds'> = nowAnywhere,
): Promise<Result<null>> {
  const open = await openLesson(context, userId, found)
  if (!open.ok) return open
  if (open.value.finishedLessons.includes(found.lesson.id)) return ok(null)
  const rows = await listFragments(context.db, userId, found.lesson.id)
  const completed = new Set(rows.filter((row) => row.completedAtMs !== null).map((row) => row.fragmentId))
  const missing = found.lesson.fragments.map(({ id }) => id).filter((id) => !completed.has(id))
  if (missing.length > 0) return refuse('lesson_incomplete', { missing })
  await saveFinish(context.db, lessonKey(userId, found), await actedMoments(context, userId, ageSeconds))
  return ok(null)
}

/** Started lessons are in the order of starting. */
export async function findLearnerLessons(
  context: Context,
  userId: string,
  courseId: string,
): Promise<LessonsOfLearner> {
  return toLearnerLessons(await listLessons(context.db, userId, courseId))
}

/** @param rows in the order of starting */
export function toLearnerLessons(rows: readonly LessonRow[]): LessonsOfLearner {
  return {
    startedLessons: rows.map((row) => row.lessonId),
    finishedLessons: rows.filter((row) => row.finishedAtMs !== null).map((row) => row.lessonId),
  }
}
