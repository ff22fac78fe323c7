import type { LessonProgress } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import type { FoundLesson } from '@kitewise/content/catalog'
import { lessonKey } from './lesson-key.ts'
import { loadLessonProgress } from './load-lesson-progress.ts'
import { presentLessonProgress } from './present.ts'

/** How far a learner is in a lesson, fragment by fragment. */
export const getLessonProgress = async (
  context: Context,
  userId: string,
  found: FoundLesson,
  language: string,
): Promise<LessonProgress> => {
  const { learner, rows } = await loadLessonProgress(context, lessonKey(userId, found))
  return presentLessonProgress({ found, language }, learner, rows)
}
