import type { Streak } from '@kitewise/contract/streak'
import { dayIn } from '@kitewise/rules/calendar-day'
import { streakOf, streakStrip } from '@kitewise/rules/streak'
import type { Context } from '../../context.ts'
import { knownZone } from './learning-moment.ts'
import { listLearnedDays } from './queries.ts'

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
