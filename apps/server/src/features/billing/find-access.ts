import { bestStanding, serverGraceSeconds } from '@kitewise/rules/subscription-access'
import type { Context } from '../../context.ts'
import { findSubscriptions } from './queries.ts'

export type Access = { granted: boolean }

/** Whether the user's stored subscriptions give access to lessons now. */
export const findAccess = async (context: Context, userId: string): Promise<Access> => {
  const subscriptions = await findSubscriptions(context.db, userId)
  const now = context.clock().getTime() / 1000
  return { granted: bestStanding(subscriptions, now, serverGraceSeconds) === 'granted' }
}
