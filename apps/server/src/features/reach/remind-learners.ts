import { dueReminder, isReminderTooSoon, reminderFor } from '@kitewise/rules/reminder-time'
import { streakOf } from '@kitewise/rules/streak'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inBatch } from '../../database/transaction.ts'
import { addJob, addJobs } from '../../platform/add-job.ts'
import { reminderWords } from '../../platform/messages/mail-texts.ts'
import { queueMails } from '../../platform/messages/queue-mail.ts'
import { givesAccess } from '../../platform/sessions.ts'
import { listSubscriptionFactsOf } from '../../platform/sessions.sql.ts'
import { listLessonsOf } from '../learning/progress.sql.ts'
import { listLearnedDaysOf } from '../learning/streak/learned-days.sql.ts'
import { type DayWork, findDayWork } from './push-reminder.ts'
import {
  addReminders,
  type Channel,
  type ClaimedSetting,
  claimSettings,
  type Cursor,
  type DueHour,
  listHours,
  listReachable,
  markDecided,
  type Reachable,
} from './reminders.sql.ts'

const batchSize = 500
/** Further instances, or further workers of this one, that take part when many learners are due. */
const helpers = 3
const start: Cursor = { decidedDay: '-infinity', userId: '00000000-0000-0000-0000-000000000000' }

/**
 * Job, every few minutes: each learner once a day, in batches that each are one transaction. Any number of instances share the
 * work. A failure doesn't block the others.
 */
export async function remindLearners(
  context: Context,
  { isHelper = false }: { isHelper?: boolean } = {},
): Promise<void> {
  let hasHelpers = isHelper
  for (const due of await listDueHours(context)) {
    let after: Cursor | null = start
    while (after !== null) {
      const last: Cursor | null = await remindBatch(context, due, after)
      if (last !== null && !hasHelpers) await askForHelp(context)
      hasHelpers ||= last !== null
      after = last
    }
  }
}

const askForHelp = async ({ db }: Context): Promise<void> => {
  for (let number = 1; number <= helpers; number += 1)
    await addJob(db, 'remind-learners', { isHelper: true }, { key: `remind-learners:helper-${number}`, maxAttempts: 1 })
}

const listDueHours = async ({ db, clock }: Context): Promise<DueHour[]> => {
  const now = clock().getTime()
  return (await listHours(db)).flatMap(({ timeZone, hour }) => {
    const due = dueReminder(hour, timeZone, now)
    return due ? [{ timeZone, hour, ...due }] : []
  })
}

/** Returns where the next batch starts; null after the last one. If one learner's reminder fails, the others' are sent. */
const remindBatch = async (
  context: Context,
  due: DueHour,
  after: Cursor,
  limit = batchSize,
): Promise<Cursor | null> => {
  let claimed: ClaimedSetting[] = []
  try {
    await inBatch(context.db, async (tx) => {
      claimed = await claimSettings(tx, due, { now: context.clock(), after, limit })
      if (claimed.length > 0) await decide(context, tx, due, claimed)
    })
  } catch (error) {
    if (claimed.length === 0) throw error
    if (limit > 1) await remindEach(context, due, after, claimed.length)
    else context.log.error({ err: error }, 'could not remind a learner')
  }
  const last = claimed.at(-1)
  return last && claimed.length === limit ? last : null
}

const remindEach = async (context: Context, due: DueHour, after: Cursor, count: number): Promise<void> => {
  let next: Cursor | null = after
  for (let done = 0; done < count && next !== null; done += 1) next = await remindBatch(context, due, next, 1)
}

/** Queues the reminders in the transaction of the decision: even after a crash, each channel gets at most one a day. */
const decide = async (
  context: Context,
  tx: Tx,
  { day, timeZone }: DueHour,
  claimed: readonly ClaimedSetting[],
): Promise<void> => {
  const at = context.clock()
  const orders = await listOrders(context, tx, { timeZone, claimed })
  const wanted = orders.flatMap(({ learner, channels }) =>
    channels.map((channel) => ({ userId: learner.userId, channel })),
  )
  const added = await addReminders(tx, wanted, { day, at })
  const isAdded = new Set(added.map(({ userId, channel }) => `${channel} ${userId}`))
  const byChannel = (channel: Channel) => orders.filter(({ learner }) => isAdded.has(`${channel} ${learner.userId}`))
  const [mailed, pushed] = [byChannel('mail'), byChannel('push')]
  await markDecided(tx, {
    userIds: claimed.map(({ userId }) => userId),
    quietUserIds: [...mailed, ...pushed].filter(({ isLast }) => isLast).map(({ learner }) => learner.userId),
    day,
  })
  await queueMails(
    tx,
    mailed.map(({ learner: { userId, email, language }, work, daysInARow, isLast }) => ({
      to: email,
      language,
      userId,
      template: isLast ? ('last_reminder' as const) : ('reminder' as const),
      values: { ...work, streak: reminderWords(language).streak(daysInARow) },
    })),
  )
  const pushes = pushed.flatMap(({ learner, isLast }) =>
    learner.subscriptionIds.map((subscriptionId) => ({
      payload: { subscriptionId, isLast },
      key: `push-reminder:${subscriptionId}`,
    })),
  )
  await addJobs(tx, 'push-reminder', pushes, { maxAttempts: 6, canWait: true })
}

type Order = { learner: Reachable; channels: Channel[]; work: DayWork; daysInARow: number; isLast: boolean }

/** Only for learners who may be reminded now and have something to do. */
const listOrders = async (
  context: Context,
  tx: Tx,
  { timeZone, claimed }: { timeZone: string; claimed: readonly ClaimedSetting[] },
): Promise<Order[]> => {
  const now = context.clock()
  const wanting = claimed.filter(({ isWanted }) => isWanted)
  if (wanting.length === 0) return []
  const userIds = wanting.map(({ userId }) => userId)
  const reachable = await listReachable(tx, userIds)
  const [subscriptions, lessons, days] = [
    await listSubscriptionFactsOf(tx, userIds),
    await listLessonsOf(tx, userIds),
    await listLearnedDaysOf(tx, userIds),
  ]
  const quietDays = new Map(wanting.map(({ userId, quietDay }) => [userId, quietDay]))
  const orders: Order[] = []
  for (const learner of reachable) {
    const { userId, lastLearnedDay, unansweredDays, language } = learner
    const channels = openChannels(learner, now.getTime())
    const rows = lessons.get(userId) ?? []
    const streak = streakOf(days.get(userId) ?? [], { at: now.getTime(), timeZone })
    const kind = reminderFor({
      hasAccess: givesAccess(subscriptions.get(userId) ?? [], now),
      finishedLessons: rows.filter(({ finishedAtMs }) => finishedAtMs !== null).length,
      isTodayLearned: streak.isTodayLearned,
      quietDay: quietDays.get(userId) ?? null,
      lastLearnedDay,
      unansweredDays,
    })
    if (kind === 'none' || channels.length === 0) continue
    const work = await findDayWork(context, { userId, timeZone, language }, rows)
    if (work) orders.push({ learner, channels, work, daysInARow: streak.current, isLast: kind === 'last' })
  }
  return orders
}

const openChannels = ({ byMail, subscriptionIds, lastMailAt, lastPushAt }: Reachable, at: number): Channel[] => [
  ...(byMail && !isReminderTooSoon(lastMailAt, at) ? (['mail'] as const) : []),
  ...(subscriptionIds.length > 0 && !isReminderTooSoon(lastPushAt, at) ? (['push'] as const) : []),
]
