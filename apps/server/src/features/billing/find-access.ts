import type { Context } from '../../context.ts'
import { givesAccess } from './gives-access.ts'
import { findSubscriptions } from './queries.ts'

export type Access = { granted: boolean }

/** Whether the user's stored subscriptions give access to lessons now. Requests know it from their session already. */
export const findAccess = async ({ db, clock }: Context, userId: string): Promise<Access> => ({
  granted: givesAccess(await findSubscriptions(db, userId), clock()),
})
