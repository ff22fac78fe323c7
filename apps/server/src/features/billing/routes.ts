import type { Handlers } from '../../http/handler.ts'
import { ok } from '../../result.ts'
import { presentSubscription } from './present.ts'
import { addressIsOf, findSubscriptions } from './queries.ts'

export const billingRoutes: Handlers<'userSubscription'> = {
  userSubscription: async (context, { query, session }) => {
    const { email } = query
    const isOwn =
      email === undefined || (typeof email === 'string' && (await addressIsOf(context.db, session.userId, email)))
    if (!isOwn) return ok({ data: [] })
    const subscriptions = await findSubscriptions(context.db, session.userId)
    return ok({ data: subscriptions.map(presentSubscription) })
  },
}
