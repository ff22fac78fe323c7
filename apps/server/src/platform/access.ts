import { bestStanding, serverGraceSeconds, type SubscriptionFacts } from '@kitewise/rules/subscription-access'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/connect.ts'

/** Whether one of a learner's stored subscriptions gives access to lessons now, with the server's grace. */
export const givesAccess = (subscriptions: readonly SubscriptionFacts[], now: Date): boolean =>
  bestStanding(subscriptions, now.getTime() / 1000, serverGraceSeconds) === 'granted'

type Access = { granted: boolean }

/** Whether the user's stored subscriptions give access to lessons now. Requests know it from their session already. */
export const findAccess = async ({ db, clock }: Context, userId: string): Promise<Access> => ({
  granted: givesAccess(await listSubscriptionFacts(db, userId), clock()),
})

/** Whether a learner who signs in has to choose a plan first, as the app itself judges the subscriptions. */
export const needsPlan = async (db: Queryable, userId: string, now: Date): Promise<boolean> =>
  bestStanding(await listSubscriptionFacts(db, userId), now.getTime() / 1000) !== 'granted'

/** What access is decided by, of all the user's subscriptions. Times are Unix seconds. */
const listSubscriptionFacts = (db: Queryable, userId: string): Promise<SubscriptionFacts[]> =>
  db<SubscriptionFacts[]>`
    select status, floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from past_due_since))::float8 as "pastDueSince"
    from subscriptions where user_id = ${userId}`
