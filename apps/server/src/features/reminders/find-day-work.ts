import { pickWords } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { findNextLesson } from '../learning/find-next-lesson.ts'

/** What waits for a learner today: its name in their language, and the page of the app where it begins. */
export type DayWork = { title: string; path: string }

/** The lesson that is open to a learner; null when there is nothing to do. */
export const findDayWork = async (context: Context, userId: string, language: string): Promise<DayWork | null> => {
  const next = await findNextLesson(context, userId)
  if (!next) return null
  const { title } = pickWords(next.lesson.words, language).words
  return { title, path: `/course/${next.course.id}/lesson/${next.lesson.id}/start` }
}
