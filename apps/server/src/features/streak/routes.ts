import type { Handlers } from '../../http/handler.ts'
import { ok } from '../../result.ts'
import { getStreak } from './get-streak.ts'

export const streakRoutes: Handlers<'streak'> = {
  streak: async (context, { session, client }) =>
    ok({ data: await getStreak(context, session.userId, client.learningMoment.timeZone) }),
}
