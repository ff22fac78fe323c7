import { reminderLifeMs } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { reminderWords } from '../mail/reminder-words.ts'
import { findDayWork } from './find-day-work.ts'
import { isStillOfUse } from './is-still-of-use.ts'
import { deleteSubscription, findSubscription } from './subscription-queries.ts'

/**
 * Brings a reminder to one browser. Text and link are made now: nothing is said to whoever has learned meanwhile. A browser that its push
 * service does not know any more is forgotten. Throws when it should be tried again; a repeated one replaces the first on the screen.
 */
export const pushReminder = async (
  context: Context,
  { subscriptionId, isLast }: { subscriptionId: string; isLast: boolean },
): Promise<void> => {
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
  if (outcome === 'refused') log.warn({ subscriptionId }, 'a push service refused a reminder for good')
}
