import { dueReminder, kindOfReminder, mayBeReminded } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { reminderWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { findAccess } from '../../platform/sessions.ts'
import { countFinished } from '../learning/learning-record.ts'
import { findLastDay } from '../learning/streak/learned-days.sql.ts'
import { getStreak } from '../learning/streak/learned-days.ts'
import { type DayWork, findDayWork } from './push-reminder.ts'
import { isQuiet } from './reminder-settings.ts'
import {
  addReminder,
  type Candidate,
  type Channel,
  claimDay,
  countUnanswered,
  type DueHour,
  listCandidates,
  listHours,
  markQuiet,
  readWishes,
} from './reminders.sql.ts'

const atOnce = 500

/** Job, every few minutes: each learner once a day. A failure doesn't block the others. */
export async function remindLearners(context: Context): Promise<void> {
  const { db, clock, log } = context
  const due = await listDueHours(context)
  const failed = new Set<string>()
  let candidates = await listCandidates(db, due, clock(), atOnce)
  while (candidates.length > failed.size) {
    for (const candidate of candidates.filter(({ userId }) => !failed.has(userId))) {
      await remindLearner(context, candidate).catch((error: unknown) => {
        failed.add(candidate.userId)
        log.error({ err: error }, 'could not remind a learner')
      })
    }
    candidates = await listCandidates(db, due, clock(), atOnce + failed.size)
  }
}

const listDueHours = async ({ db, clock }: Context): Promise<DueHour[]> => {
  const now = clock().getTime()
  return (await listHours(db)).flatMap(({ timeZone, hour }) => {
    const due = dueReminder(hour, timeZone, now)
    return due ? [{ timeZone, hour, ...due }] : []
  })
}

/** Queues the reminders in the same transaction: even after a crash, each channel gets at most one a day. */
const remindLearner = async (context: Context, candidate: Candidate): Promise<void> => {
  const standing = await findStanding(context, candidate)
  await inTransaction(context.db, async (tx) => {
    const isMine = await claimDay(tx, candidate.userId, candidate.day)
    if (isMine && standing) await order(tx, context.clock(), candidate, standing)
  })
}

type Standing = { lastLearnedDay: string | null; daysInARow: number; work: DayWork }

/** Null when there should be no reminder, or there is nothing to do. */
const findStanding = async (
  context: Context,
  { userId, timeZone, language, quietDay }: Candidate,
): Promise<Standing | null> => {
  if (!(await findAccess(context, userId)).granted) return null
  if (!mayBeReminded(await countFinished(context, userId))) return null
  const lastLearnedDay = await findLastDay(context.db, userId)
  if (isQuiet(quietDay, lastLearnedDay)) return null
  const streak = await getStreak(context, userId, timeZone)
  if (streak.isTodayLearned) return null
  const work = await findDayWork(context, { userId, timeZone, language })
  return work && { lastLearnedDay, daysInARow: streak.current, work }
}

/** Minimum time between two reminders, even when the time zone changes. */
const hoursBetween = 8

const order = async (
  tx: Tx,
  at: Date,
  { userId, day, language }: Candidate,
  { lastLearnedDay, daysInARow, work }: Standing,
) => {
  const wishes = await readWishes(tx, userId)
  const kind = kindOfReminder(await countUnanswered(tx, userId, lastLearnedDay))
  if (!wishes || kind === 'none') return
  const isLast = kind === 'last'
  const isNew = (channel: Channel) => addReminder(tx, { userId, day, channel, at, hoursBetween })
  const goesByMail = wishes.byMail && (await isNew('mail'))
  const goesByPush = wishes.subscriptionIds.length > 0 && (await isNew('push'))
  if (isLast && (goesByMail || goesByPush)) await markQuiet(tx, userId, day)

  if (goesByMail) {
    const values = { ...work, streak: reminderWords(language).streak(daysInARow) }
    const template = isLast ? 'last_reminder' : 'reminder'
    const dedupeKey = `reminder:${userId}:${day}`
    await queueMail(tx, { to: wishes.email, language, userId, template, values, dedupeKey })
  }
  if (goesByPush)
    for (const subscriptionId of wishes.subscriptionIds)
      await addJob(
        tx,
        'push-reminder',
        { subscriptionId, isLast },
        { key: `push-reminder:${subscriptionId}`, maxAttempts: 6, canWait: true },
      )
}
