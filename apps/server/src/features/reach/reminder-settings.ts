import type { PushSubscriptionInput, Reminders } from '@kitewise/contract/reminders'
import { isQuiet, mayBeReminded } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { countFinished } from '../learning/learning-record.ts'
import { findLastDay } from '../learning/streak/learned-days.sql.ts'
import { knownZone } from '../learning/streak/learned-days.ts'
import { listEndpoints, saveSubscription } from './push-subscriptions.sql.ts'
import { deleteOldReminders, findSetting, moveSetting, saveSetting, turnAllOff } from './reminders.sql.ts'

/** Without a choice. */
export const usualHour = 19

/** `timeZone` is as sent, unchecked. */
export async function getReminders(context: Context, userId: string, timeZone: string | null): Promise<Reminders> {
  const { db, config } = context
  const [setting, pushEndpoints, lessons, lastDay] = await Promise.all([
    findSetting(db, userId),
    listEndpoints(db, userId),
    countFinished(context, userId),
    findLastDay(db, userId),
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

type Wish = { userId: string; byMail: boolean; hour: number; timeZone: string | null }

export async function updateReminders(
  context: Context,
  { userId, byMail, hour, timeZone }: Wish,
): Promise<Result<null>> {
  if (!mayBeReminded(await countFinished(context, userId))) return refuse('reminders_too_early')
  await saveSetting(context.db, { userId, byMail, hour, timeZone: knownZone(timeZone), at: context.clock() })
  return ok(null)
}

/** More browsers than one person uses. */
const mostBrowsers = 10

export async function savePushSubscription(
  context: Context,
  userId: string,
  { endpoint, keys }: PushSubscriptionInput,
  timeZone: string | null,
): Promise<Result<null>> {
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

/** Idempotent, also for a deleted account. */
export function stopReminders({ db, clock }: Context, userId: string): Promise<void> {
  return inTransaction(db, (tx) => turnAllOff(tx, userId, clock()))
}

/** Moves reminders to the time zone in which the app was opened, which is unchecked. */
export async function noteZone({ db }: Context, userId: string, timeZone: string | null): Promise<void> {
  const zone = knownZone(timeZone)
  if (zone !== null) await moveSetting(db, userId, zone)
}

/** Longer than the number of days after which reminders pause. */
const keptDays = 60

export function purgeReminders({ db }: Context): Promise<void> {
  return deleteOldReminders(db, keptDays)
}
