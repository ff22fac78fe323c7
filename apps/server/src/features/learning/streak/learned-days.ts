import type { Streak } from '@kitewise/contract/streak'
import { dayIn, isTimeZone } from '@kitewise/rules/calendar-day'
import { streakOf, streakStrip } from '@kitewise/rules/streak'
import type { Context } from '../../../context.ts'
import { findLastZone, listLearnedDays, saveLearnedDay } from './learned-days.sql.ts'

/** Figure of the security rules: flying around the world makes at most one new date in this time. */
const zoneChangeSeconds = 20 * 3_600
/** What is older was kept back on purpose, or by a clock that jumped. */
const oldestSeconds = 3 * 86_400

/**
 * Notes that somebody learned: the date is fixed now, from the zone they are in, else the one they were last in, else UTC. Saying it
 * again changes nothing. Call it before the work itself is stored: then no stored work lacks its day, whatever breaks in between.
 */
export const recordLearning = async (
  context: Context,
  { userId, timeZone, ageSeconds }: LearningMoment & { userId: string },
): Promise<void> => {
  const { db, clock } = context
  const zone = await findLearnerZone(context, userId, timeZone)
  const at = new Date(clock().getTime() - Math.min(ageSeconds, oldestSeconds) * 1000)
  await saveLearnedDay(db, { userId, day: dayIn(zone, at.getTime()), at, timeZone: zone, zoneChangeSeconds })
}

/** A learner's streak as it is for somebody who looks from a zone; without one, from where they learned last. */
export const getStreak = async (
  context: Pick<Context, 'db' | 'clock'>,
  userId: string,
  timeZone: string | null,
): Promise<Streak> => {
  const days = await listLearnedDays(context.db, userId)
  const now = { at: context.clock().getTime(), timeZone: knownZone(timeZone) ?? days.at(-1)?.timeZone ?? 'UTC' }
  const { frozenDays: _, ...streak } = streakOf(days, now)
  return { ...streak, today: dayIn(now.timeZone, now.at), strip: streakStrip(days, streakOf(days, now), now) }
}

/** Where a learner is: the zone that was sent, else the one they learned in last, else UTC. */
export const findLearnerZone = async (context: Context, userId: string, timeZone: string | null): Promise<string> =>
  knownZone(timeZone) ?? (await findLastZone(context.db, userId)) ?? 'UTC'

/** When and where something was learned, as the app tells it. */
export type LearningMoment = {
  /** An IANA name, as it was sent and not checked yet; null when none was. */
  timeZone: string | null
  /** How long ago it was: what was done without a connection arrives later. */
  ageSeconds: number
}

/** For work that is told of at once, by nobody who knows where they are. */
export const nowAnywhere: LearningMoment = { timeZone: null, ageSeconds: 0 }

const longestName = 64

/** The zone that was sent, if the runtime knows it. */
export const knownZone = (timeZone: string | null): string | null =>
  timeZone !== null && timeZone.length <= longestName && isTimeZone(timeZone) ? timeZone : null
