import type { Context } from '../../context.ts'
import { saveSubscription } from './queries.ts'
import type { StoredSubscription } from './subscription.ts'

/** Stores what the payment provider says of a subscription; saying it again changes nothing. */
export const storeSubscription = (context: Context, userId: string, subscription: StoredSubscription): Promise<void> =>
  saveSubscription(context.db, userId, subscription)
