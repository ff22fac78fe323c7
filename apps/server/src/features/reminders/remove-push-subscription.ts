import type { Context } from '../../context.ts'
import { deleteEndpoint } from './subscription-queries.ts'

/** Reminds a learner in this browser no more. Again it changes nothing. */
export const removePushSubscription = ({ db }: Context, userId: string, endpoint: string): Promise<void> =>
  deleteEndpoint(db, userId, endpoint)
