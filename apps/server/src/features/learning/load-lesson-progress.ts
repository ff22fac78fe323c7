import type { Context } from '../../context.ts'
import { listFragments, listPracticeResults, type FragmentRow, type PracticeRow } from './queries.ts'

export type LessonRows = { fragments: FragmentRow[]; practices: PracticeRow[] }

/** Everything stored about a learner in one lesson, rows of content that has gone included. */
export const loadLessonProgress = async (context: Context, userId: string, lessonId: string): Promise<LessonRows> => {
  const [fragments, practices] = await Promise.all([
    listFragments(context.db, userId, lessonId),
    listPracticeResults(context.db, userId, lessonId),
  ])
  return { fragments, practices }
}
