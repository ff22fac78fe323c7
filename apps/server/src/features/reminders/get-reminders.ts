import type { Reminders } from '@kitewise/contract/reminders'
import { mayBeReminded } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { countFinished } from '../learning/learning-record.ts'
import { findLastLearnedDay, knownZone } from '../learning/streak/learned-days.ts'
import { isQuiet } from './is-quiet.ts'
import { findSetting } from './queries.ts'
import { listEndpoints } from './subscription-queries.ts'

/** Seven in the evening, where nothing was chosen. */
const usualHour = 19

/** What a learner has chosen, seen from a zone (not checked yet). */
export const getReminders = async (context: Context, userId: string, timeZone: string | null): Promise<Reminders> => {
  const { db, config } = context
  const [setting, pushEndpoints, lessons, lastDay] = await Promise.all([
    findSetting(db, userId),
    listEndpoints(db, userId),
    countFinished(context, userId),
    findLastLearnedDay(context, userId),
  ])
  const isOpen = mayBeReminded(lessons)
  return {
    byMail: setting?.byMail ?? false,
    pushEndpoints,
    hour: setting?.hour ?? usualHour,
    timeZone: knownZone(timeZone) ?? setting?.timeZone ?? 'UTC',
    isOpen,
    isOfferOpen: isOpen && setting === null,
    isQuiet: setting !== null && isQuiet(setting.quietDay, lastDay),
    pushKey: config.push.publicKey,
  }
}
