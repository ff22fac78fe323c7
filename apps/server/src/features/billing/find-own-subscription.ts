import type { Context } from '../../context.ts'
import { findSubscriptions } from './queries.ts'
import type { ShownSubscription } from './subscription.ts'

/** Whose and which; the id may be anything that somebody sent. */
export type Place = { userId: string; subscriptionId: string }

const form = /^sub_[A-Za-z0-9]{8,64}$/

/** The learner's own subscription; null for a foreign, unknown or impossible id, which no provider then hears of. */
export const findOwnSubscription = async (
  { db }: Context,
  { userId, subscriptionId }: Place,
): Promise<ShownSubscription | null> => {
  if (!form.test(subscriptionId)) return null
  const [subscription] = await findSubscriptions(db, userId, subscriptionId)
  return subscription ?? null
}
