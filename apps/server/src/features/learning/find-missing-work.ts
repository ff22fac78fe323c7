import type { CatalogCourse } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { hasPassedAnyPrompt } from '../practice/has-passed-prompt.ts'
import { listPracticeResults, listSkimmedFragments } from './queries.ts'

/**
 * The lessons of a course with a fragment that was completed too fast to count toward a certificate, in order. Fragments that have gone,
 * and those that came after the lesson was finished, do not matter.
 */
export const listSkimmedLessons = async (
  { db }: Context,
  userId: string,
  { lessons }: CatalogCourse,
): Promise<string[]> => {
  const skimmed = await listSkimmedFragments(
    db,
    userId,
    lessons.map(({ id }) => id),
  )
  const ids = new Set(skimmed.map(({ fragmentId }) => fragmentId))
  return lessons.filter(({ fragments }) => fragments.some(({ id }) => ids.has(id))).map(({ id }) => id)
}

/** Whether the learner has passed the course's capstone, by the server's own evaluation. A skip does not count. */
export const hasPassedCapstone = async (
  context: Context,
  userId: string,
  { capstone }: CatalogCourse,
): Promise<boolean> => {
  const lessonId = context.catalog.findPractice(capstone)?.lesson.id ?? ''
  const results = await listPracticeResults(context.db, userId, lessonId)
  const isAnsweredRight = results.some(({ practiceId, isCorrect }) => practiceId === capstone && isCorrect)
  return isAnsweredRight || (await hasPassedAnyPrompt(context, userId, capstone))
}
