import type { LessonsOfLearner } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { listLessons } from './queries.ts'

/** Which lessons of a course the learner has started, in that order, and finished. Empty lists for a new learner. */
export const findLearnerLessons = async (
  context: Context,
  userId: string,
  courseId: string,
): Promise<LessonsOfLearner> => {
  const rows = await listLessons(context.db, userId, courseId)
  return {
    startedLessons: rows.map((row) => row.lessonId),
    finishedLessons: rows.filter((row) => row.isFinished).map((row) => row.lessonId),
  }
}
