import type { PushSubscriptionInput } from '@kitewise/contract/reminders'
import { mayBeReminded } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { countFinished } from '../learning/learning-record.ts'
import { getReminders } from './get-reminders.ts'
import { saveSetting } from './queries.ts'
import { saveSubscription } from './subscription-queries.ts'

/** More browsers than anybody reminds themselves in. */
const mostBrowsers = 10

/**
 * Reminds a learner in one more browser, at the hour chosen or the usual one. Refuses before the second finished lesson, and an address
 * that is at no known push service.
 */
export const savePushSubscription = async (
  context: Context,
  userId: string,
  { endpoint, keys }: PushSubscriptionInput,
  timeZone: string | null,
): Promise<Result<null>> => {
  const { db, clock, pushSender } = context
  if (!mayBeReminded(await countFinished(context, userId))) return refuse('reminders_too_early')
  if (!pushSender.accepts(endpoint)) return refuse('push_service_unknown')
  const wanted = await getReminders(context, userId, timeZone)
  await inTransaction(db, async (tx) => {
    await saveSubscription(tx, userId, { endpoint, ...keys }, mostBrowsers)
    await saveSetting(tx, { userId, ...wanted, at: clock() })
  })
  return ok(null)
}
