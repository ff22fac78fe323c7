import type { LessonsOfLearner } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { listLessons, type LessonRow } from './queries.ts'

/** Which lessons of a course the learner has started, in that order, and finished. Empty lists for a new learner. */
export const findLearnerLessons = async (
  context: Context,
  userId: string,
  courseId: string,
): Promise<LessonsOfLearner> => toLearnerLessons(await listLessons(context.db, userId, courseId))

/** @param rows in the order of starting */
export const toLearnerLessons = (rows: readonly LessonRow[]): LessonsOfLearner => ({
  startedLessons: rows.map((row) => row.lessonId),
  finishedLessons: rows.filter((row) => row.finishedAtMs !== null).map((row) => row.lessonId),
})
