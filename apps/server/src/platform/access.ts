import { bestStanding, serverGraceSeconds, type SubscriptionFacts } from '@kitewise/rules/subscription-access'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/connect.ts'
import { findSubscriptionFacts } from './sessions.sql.ts'

/** Whether a subscription gives access to lessons now, with the server's grace period. */
export const givesAccess = (subscriptions: readonly SubscriptionFacts[], now: Date): boolean =>
  bestStanding(subscriptions, now.getTime() / 1000, serverGraceSeconds) === 'granted'

/** The same for a user without a request. A request has it in its session already. */
export const findAccess = async ({ db, clock }: Context, userId: string): Promise<{ granted: boolean }> => ({
  granted: givesAccess(await findSubscriptionFacts(db, userId), clock()),
})

/** Whether a learner who signs in must choose a plan first. Without grace, because the app judges without it too. */
export const needsPlan = async (db: Queryable, userId: string, now: Date): Promise<boolean> =>
  bestStanding(await findSubscriptionFacts(db, userId), now.getTime() / 1000) !== 'granted'
