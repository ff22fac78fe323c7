import type { Context } from '../../context.ts'
import type { RequestClient } from '../../http/request-client.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { getReminders } from './get-reminders.ts'
import { noteZone } from './note-zone.ts'
import { removePushSubscription } from './remove-push-subscription.ts'
import { savePushSubscription } from './save-push-subscription.ts'
import { updateReminders } from './update-reminders.ts'

type Calls = 'reminders' | 'updateReminders' | 'savePushSubscription' | 'removePushSubscription'

const answer = async (context: Context, { userId }: { userId: string }, client: RequestClient) =>
  ok({ data: await getReminders(context, userId, client.learningMoment.timeZone) })

export const remindersRoutes: Handlers<Calls> = {
  reminders: async (context, { session, client }) => {
    await noteZone(context, session.userId, client.learningMoment.timeZone)
    return answer(context, session, client)
  },

  updateReminders: async (context, { session, body, client }) => {
    const { timeZone } = client.learningMoment
    const done = await updateReminders(context, { userId: session.userId, ...body, timeZone })
    return done.ok ? answer(context, session, client) : done
  },

  savePushSubscription: async (context, { session, body, client }) => {
    const done = await savePushSubscription(context, session.userId, body, client.learningMoment.timeZone)
    return done.ok ? answer(context, session, client) : done
  },

  removePushSubscription: async (context, { session, body, client }) => {
    await removePushSubscription(context, session.userId, body.endpoint)
    return answer(context, session, client)
  },
}
