import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { noteZone } from '../reminders/note-zone.ts'
import { getStreak } from './get-streak.ts'

export const streakRoutes: Handlers<'streak'> = {
  streak: async (context, { session, client }) => {
    const { timeZone } = client.learningMoment
    await noteZone(context, session.userId, timeZone)
    return ok({ data: await getStreak(context, session.userId, timeZone) })
  },
}
