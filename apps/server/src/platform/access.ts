import { bestStanding, serverGraceSeconds, type SubscriptionFacts } from '@kitewise/rules/subscription-access'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/connect.ts'
import { findSubscriptions } from '../features/billing/subscriptions.sql.ts'

/** Whether one of a learner's stored subscriptions gives access to lessons now, with the server's grace. */
export const givesAccess = (subscriptions: readonly SubscriptionFacts[], now: Date): boolean =>
  bestStanding(subscriptions, now.getTime() / 1000, serverGraceSeconds) === 'granted'

type Access = { granted: boolean }

/** Whether the user's stored subscriptions give access to lessons now. Requests know it from their session already. */
export const findAccess = async ({ db, clock }: Context, userId: string): Promise<Access> => ({
  granted: givesAccess(await findSubscriptions(db, userId), clock()),
})

/** Whether a learner who signs in has to choose a plan first, as the app itself judges the subscriptions. */
export const needsPlan = async (db: Queryable, userId: string, now: Date): Promise<boolean> =>
  bestStanding(await findSubscriptions(db, userId), now.getTime() / 1000) !== 'granted'
