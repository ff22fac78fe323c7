import { mayBeReminded } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { countFinished } from '../learning/learning-record.ts'
import { knownZone } from '../learning/streak/learned-days.ts'
import { saveSetting } from './queries.ts'

type Wish = { userId: string; byMail: boolean; hour: number; timeZone: string | null }

/** Stores whether and when a learner wants mails. Refuses before the second finished lesson. */
export const updateReminders = async (
  context: Context,
  { userId, byMail, hour, timeZone }: Wish,
): Promise<Result<null>> => {
  if (!mayBeReminded(await countFinished(context, userId))) return refuse('reminders_too_early')
  await saveSetting(context.db, { userId, byMail, hour, timeZone: knownZone(timeZone), at: context.clock() })
  return ok(null)
}
