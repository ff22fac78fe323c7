import { kindOfReminder, mayBeReminded } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../jobs/add-job.ts'
import { findAccess } from '../billing/find-access.ts'
import { countFinished } from '../learning/count-finished.ts'
import { reminderWords } from '../mail/reminder-words.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findLastLearnedDay } from '../streak/find-last-learned-day.ts'
import { getStreak } from '../streak/get-streak.ts'
import { findDayWork, type DayWork } from './find-day-work.ts'
import { isQuiet } from './is-quiet.ts'
import * as queries from './queries.ts'

/** Flying around the world makes no second reminder within this time. */
const hoursBetween = 8

type Standing = {
  lastLearnedDay: string | null
  daysInARow: number
  workIn: (language: string) => Promise<DayWork | null>
}

/** What speaks for a reminder now; null when nothing does: no access, too few lessons, learned already. */
const findStanding = async (context: Context, { userId, timeZone }: queries.Candidate): Promise<Standing | null> => {
  if (!(await findAccess(context, userId)).granted) return null
  if (!mayBeReminded(await countFinished(context, userId))) return null
  const streak = await getStreak(context, userId, timeZone)
  if (streak.isTodayLearned) return null
  const workIn = (language: string) => findDayWork(context, { userId, timeZone, language })
  return { lastLearnedDay: await findLastLearnedDay(context, userId), daysInARow: streak.current, workIn }
}

/**
 * Decides about one learner's day, and orders the reminders in the same transaction: whatever breaks, a day is decided once, and
 * each channel gets one reminder or none.
 */
export const remindLearner = async (context: Context, candidate: queries.Candidate): Promise<void> => {
  const standing = await findStanding(context, candidate)
  await inTransaction(context.db, async (tx) => {
    const isMine = await queries.claimDay(tx, candidate.userId, candidate.day)
    if (isMine && standing) await order(tx, context, candidate, standing)
  })
}

const order = async (tx: Tx, context: Context, { userId, day }: queries.Candidate, standing: Standing) => {
  const { lastLearnedDay, daysInARow } = standing
  const wishes = await queries.readWishes(tx, userId)
  if (!wishes || isQuiet(wishes.quietDay, lastLearnedDay)) return
  const kind = kindOfReminder(await queries.countUnanswered(tx, userId, lastLearnedDay))
  const work = await standing.workIn(wishes.language)
  if (kind === 'none' || !work) return
  const isLast = kind === 'last'
  if (isLast) await queries.markQuiet(tx, userId, day)
  const isNew = (channel: queries.Channel) =>
    queries.addReminder(tx, { userId, day, channel, at: context.clock(), hoursBetween })

  if (wishes.byMail && (await isNew('mail'))) {
    const { email: to, language } = wishes
    const values = { ...work, streak: reminderWords(language).streak(daysInARow) }
    const template = isLast ? 'last_reminder' : 'reminder'
    await queueMail(tx, { to, language, userId, template, values, dedupeKey: `reminder:${userId}:${day}` })
  }
  if (wishes.subscriptionIds.length > 0 && (await isNew('push')))
    for (const subscriptionId of wishes.subscriptionIds)
      await addJob(
        tx,
        'push-reminder',
        { subscriptionId, isLast },
        { key: `push-reminder:${subscriptionId}`, maxAttempts: 6 },
      )
}
