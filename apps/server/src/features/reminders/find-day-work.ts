import { pickWords } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { getSession } from '../learning/review/review-session.ts'
import { findNextLesson } from '../learning/show-progress.ts'
import { reminderWords } from '../mail/reminder-words.ts'

/** What waits for a learner today: its name in their language, and the page of the app where it begins. */
export type DayWork = { title: string; path: string }

/** The lesson that is open to a learner, else the daily practice when something is to be repeated; null when there is nothing to do. */
export const findDayWork = async (
  context: Context,
  learner: { userId: string; timeZone: string; language: string },
): Promise<DayWork | null> => {
  const { userId, language } = learner
  const next = await findNextLesson(context, userId)
  if (next) {
    const { title } = pickWords(next.lesson.words, language).words
    return { title, path: `/course/${next.course.id}/lesson/${next.lesson.id}/start` }
  }
  const { items } = await getSession(context, learner)
  return items.length > 0 ? { title: reminderWords(language).practice, path: '/boost' } : null
}
