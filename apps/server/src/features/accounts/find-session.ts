import type { SessionEnd } from '@kitewise/contract/errors'
import type { Context } from '../../context.ts'
import { givesAccess } from '../billing/gives-access.ts'
import { findLiveSession, findSessionEnd, renewSessionUse } from './queries.ts'

/** A session that nobody uses for so long is over. */
export const idleSeconds = 14 * 86_400
/** How long after the PIN was given it is not asked for again. */
const freshSeconds = 600

/**
 * Who a bearer token speaks for, and whether a subscription of theirs gives access to lessons now: the token is ours and in time,
 * and its session row is alive; else null.
 */
export const findSession = async (context: Context, token: string) => {
  const claims = context.sessionTokens.verify(token)
  if (!claims) return null
  const found = await findLiveSession(context.db, claims.userId, claims.sessionId, {
    idle: idleSeconds,
    fresh: freshSeconds,
  })
  if (!found) return null
  if (found.isUseOutdated) await renewSessionUse(context.db, found.userId, found.sessionId)
  return { ...found, hasAccess: givesAccess(found.subscriptions, context.clock()) }
}

/** Why the session of a token has ended. Null when the token is not ours or in time, or nothing is stored of its session any more. */
export const whySessionEnded = async ({ db, sessionTokens }: Context, token: string): Promise<SessionEnd | null> => {
  const claims = sessionTokens.verify(token)
  return claims && findSessionEnd(db, claims.userId, claims.sessionId)
}
