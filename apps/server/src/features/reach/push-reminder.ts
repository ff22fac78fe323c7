import { pickWords } from '@kitewise/content/catalog'
import { reminderLifeMs } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { reminderWords } from '../../platform/messages/mail-texts.ts'
import { getSession } from '../learning/review/review-session.ts'
import { type LessonOfCourse, listAllLessons } from '../learning/progress.sql.ts'
import { findNextLesson } from '../learning/show-progress.ts'
import { getStreak } from '../learning/streak/learned-days.ts'
import { deleteSubscription, findSubscription } from './push-subscriptions.sql.ts'
import { type Channel, findLastOrdered, findSetting } from './reminders.sql.ts'

/**
 * Job: writes the text now, and sends nothing if the learner has learned meanwhile. Deletes a browser that its push service
 * doesn't know anymore. A repeated notification replaces the first one on the screen.
 */
export async function pushReminder(
  context: Context,
  { subscriptionId, isLast }: { subscriptionId: string; isLast: boolean },
): Promise<void> {
  const { db, log, pushSender } = context
  const receiver = await findSubscription(db, subscriptionId)
  if (!receiver) return
  const { language } = receiver
  if (!(await isStillOfUse(context, { ...receiver, channel: 'push' }))) return
  const work = await findDayWork(context, receiver)
  if (!work) return
  const words = reminderWords(language)
  const message = { ...words.push(work.title, isLast), url: work.path, language: words.bcp47 }
  const outcome = await pushSender.send(receiver, message, reminderLifeMs / 1000)
  if (outcome === 'gone') await deleteSubscription(db, subscriptionId)
  if (outcome === 'refused') log.warn({ subscriptionId }, 'a push service permanently refused a reminder')
}

export async function isReminderWanted(context: Pick<Context, 'db' | 'clock'>, userId: string): Promise<boolean> {
  const setting = await findSetting(context.db, userId)
  return setting !== null && setting.byMail && isStillOfUse(context, { userId, ...setting, channel: 'mail' })
}

/** Not when it is hours old, or the learner has learned today. */
const isStillOfUse = async (
  context: Pick<Context, 'db' | 'clock'>,
  { userId, timeZone, channel }: { userId: string; timeZone: string; channel: Channel },
): Promise<boolean> => {
  const orderedAt = await findLastOrdered(context.db, userId, channel)
  if (orderedAt === null || context.clock().getTime() - orderedAt.getTime() > reminderLifeMs) return false
  return !(await getStreak(context, userId, timeZone)).isTodayLearned
}

export type DayWork = { title: string; path: string }

/** The next lesson, else the daily practice if reviews are due. `lessons`: the learner's, if they're loaded already. */
export async function findDayWork(
  context: Context,
  learner: { userId: string; timeZone: string; language: string },
  lessons?: readonly LessonOfCourse[],
): Promise<DayWork | null> {
  const { userId, language } = learner
  const next = findNextLesson(context.catalog, lessons ?? (await listAllLessons(context.db, userId)))
  if (next) {
    const { title } = pickWords(next.lesson.words, language).words
    return { title, path: `/course/${next.course.id}/lesson/${next.lesson.id}/start` }
  }
  const { items } = await getSession(context, learner)
  return items.length > 0 ? { title: reminderWords(language).practice, path: '/boost' } : null
}
