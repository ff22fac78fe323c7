import { reminderLifeMs } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { getStreak } from '../learning/streak/learned-days.ts'
import { type Channel, findLastOrdered } from './queries.ts'

/** Whether the last reminder ordered still helps: it has not lain here for hours, and the day's learning has not happened meanwhile. */
export const isStillOfUse = async (
  context: Pick<Context, 'db' | 'clock'>,
  { userId, timeZone, channel }: { userId: string; timeZone: string; channel: Channel },
): Promise<boolean> => {
  const orderedAt = await findLastOrdered(context.db, userId, channel)
  if (orderedAt === null || context.clock().getTime() - orderedAt.getTime() > reminderLifeMs) return false
  return !(await getStreak(context, userId, timeZone)).isTodayLearned
}
