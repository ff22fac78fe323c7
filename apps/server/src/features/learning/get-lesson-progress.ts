import type { LessonProgress } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import type { FoundLesson } from '@kitewise/content/catalog'
import { findLearnerLessons } from './find-learner-lessons.ts'
import { loadLessonProgress } from './load-lesson-progress.ts'
import { presentLessonProgress } from './present.ts'

/** How far a learner is in a lesson, fragment by fragment. */
export const getLessonProgress = async (
  context: Context,
  userId: string,
  found: FoundLesson,
): Promise<LessonProgress> => {
  const [learner, rows] = await Promise.all([
    findLearnerLessons(context, userId, found.course.id),
    loadLessonProgress(context, userId, found.lesson.id),
  ])
  return presentLessonProgress(found, learner, rows)
}
