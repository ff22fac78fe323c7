import { bestStanding } from '@kitewise/rules/subscription-access'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { givesAccess } from './gives-access.ts'
import { findSubscriptions } from './queries.ts'

export type Access = { granted: boolean }

/** Whether the user's stored subscriptions give access to lessons now. Requests know it from their session already. */
export const findAccess = async ({ db, clock }: Context, userId: string): Promise<Access> => ({
  granted: givesAccess(await findSubscriptions(db, userId), clock()),
})

/** Whether a learner who signs in has to choose a plan first, as the app itself judges the subscriptions. */
export const needsPlan = async (db: Queryable, userId: string, now: Date): Promise<boolean> =>
  bestStanding(await findSubscriptions(db, userId), now.getTime() / 1000) !== 'granted'
