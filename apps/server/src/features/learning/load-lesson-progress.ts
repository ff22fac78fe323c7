import type { LessonsOfLearner } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { toLearnerLessons } from './find-learner-lessons.ts'
import type { LessonKey } from './lesson-key.ts'
import { readLearnerInLesson, type FragmentRow, type LessonRow, type PracticeRow } from './queries.ts'

export type LessonRows = { fragments: FragmentRow[]; practices: PracticeRow[] }

/**
 * Which lessons of the course the learner has started and finished, and everything stored about them in the one lesson, rows of
 * content that has gone included.
 */
export const loadLessonProgress = async (
  context: Context,
  key: LessonKey,
): Promise<{ learner: LessonsOfLearner; lessons: LessonRow[]; rows: LessonRows }> => {
  const { lessons, ...rows } = await readLearnerInLesson(context.db, key)
  return { learner: toLearnerLessons(lessons), lessons, rows }
}
