import { dayIn } from '@kitewise/rules/calendar-day'
import type { Context } from '../../context.ts'
import { findLearnerZone } from './find-learner-zone.ts'
import type { LearningMoment } from './learning-moment.ts'
import { saveLearnedDay } from './queries.ts'

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
