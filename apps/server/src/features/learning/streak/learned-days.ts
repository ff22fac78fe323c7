import type { Answer } from '@kitewise/contract/calls'
import { dayIn, isTimeZone } from '@kitewise/rules/calendar-day'
import { streakOf, streakStrip } from '@kitewise/rules/streak'
import type { Context } from '../../../context.ts'
import { findLastZone, listEfforts, listLearnedDays, saveLearnedDay } from './learned-days.sql.ts'

/** Changing time zones adds at most one date within this time (docs/product.md). */
const zoneChangeSeconds = 20 * 3_600
/** A week without a connection; older reports were held back on purpose, or a clock jumped. */
const oldestSeconds = 7 * 86_400

/** When the learner acted, by the server's clock and the age that the app sent; never in the future. */
export function actedAt({ clock }: Pick<Context, 'clock'>, ageSeconds: number): Date {
  return new Date(clock().getTime() - Math.min(ageSeconds, oldestSeconds) * 1000)
}

/** Idempotent. Call it before storing the work itself: then stored work never lacks its day, even after a crash in between. */
export async function recordLearning(
  context: Context,
  { userId, timeZone, ageSeconds }: LearningMoment & { userId: string },
): Promise<void> {
  const { db } = context
  const zone = await findLearnerZone(context, userId, timeZone)
  const at = actedAt(context, ageSeconds)
  await saveLearnedDay(db, { userId, day: dayIn(zone, at.getTime()), at, timeZone: zone, zoneChangeSeconds })
}

type Streak = Omit<Answer<'streak'>['data'], 'minutesToday'>

/** Seen from a time zone, by default the one where the learner learned last. */
export async function getStreak(
  context: Pick<Context, 'db' | 'clock'>,
  userId: string,
  timeZone: string | null,
): Promise<Streak> {
  const days = await listLearnedDays(context.db, userId)
  const now = { at: context.clock().getTime(), timeZone: knownZone(timeZone) ?? days.at(-1)?.timeZone ?? 'UTC' }
  const whole = streakOf(days, now)
  const { frozenDays: _, ...streak } = whole
  return { ...streak, today: dayIn(now.timeZone, now.at), strip: streakStrip(days, whole, now) }
}

/** A learner's time zone: the one the app sent, else the last one they learned in, else UTC. */
export async function findLearnerZone(context: Context, userId: string, timeZone: string | null): Promise<string> {
  return knownZone(timeZone) ?? (await findLastZone(context.db, userId)) ?? 'UTC'
}

/** A page left open doesn't learn. */
const mostSeconds = 5 * 60
const answerSeconds = 60
/** No calendar day is longer. */
const longestDayMs = 27 * 3_600_000

/** What counts toward the daily goal, in whole minutes (docs/product.md R143). */
export async function countMinutesToday(context: Context, userId: string, timeZone: string | null): Promise<number> {
  const zone = await findLearnerZone(context, userId, timeZone)
  const now = context.clock().getTime()
  const efforts = await listEfforts(context.db, userId, { since: new Date(now - longestDayMs), answerSeconds })
  const today = dayIn(zone, now)
  const seconds = efforts
    .filter(({ atMs }) => dayIn(zone, atMs) === today)
    .reduce((sum, effort) => sum + Math.min(effort.seconds, mostSeconds), 0)
  return Math.floor(seconds / 60)
}

export type LearningMoment = {
  /** An IANA name as sent, unchecked; null when absent. */
  timeZone: string | null
  /** How long ago it happened: offline work arrives later. */
  ageSeconds: number
}

/** For work reported immediately, without a time zone. */
export const nowAnywhere: LearningMoment = { timeZone: null, ageSeconds: 0 }

const longestName = 64

export function knownZone(timeZone: string | null): string | null {
  return timeZone !== null && timeZone.length <= longestName && isTimeZone(timeZone) ? timeZone : null
}
