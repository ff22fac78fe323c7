import type { SessionEnd } from '@kitewise/contract/errors'
import { bestStanding, serverGraceSeconds, type SubscriptionFacts } from '@kitewise/rules/subscription-access'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/connect.ts'
import {
  findLiveSession,
  findSessionEnd,
  findSubscriptionFacts,
  type LiveSession,
  renewSessionUse,
} from './sessions.sql.ts'

const audience = 'kitewise'
/** A session's maximum lifetime, regardless of use. */
export const sessionSeconds = 30 * 86_400
/** A browser stays a known device for this long after its last sign-in. */
export const deviceSeconds = 180 * 86_400
const leewayMs = 60_000

/** Earlier releases stored `nbf` too. */
const claims = z
  .object({
    sub: z.uuid(),
    sid: z.uuid(),
    purpose: z.literal('session'),
    iat: z.number(),
    exp: z.number(),
    nbf: z.number().optional(),
  })
  .refine(({ iat, exp, nbf = iat }) => Math.max(iat, nbf) < exp)

type SessionClaims = { userId: string; sessionId: string }

export type SessionTokens = {
  sign: (claims: SessionClaims) => string
  /** Null for a token that is not ours or has expired. Whether the session still lives is in its row. */
  verify: (token: string) => SessionClaims | null
}

/**
 * Accepts HS256 with this one key only, and ignores hints in the header (kid, jku, x5u). A token from the future is ours all the same:
 * this machine's clock, or another instance's, is wrong, and the session's row says by the database's clock whether it lives.
 *
 * @param onFuture gets how many seconds a token was issued in the future
 */
export function createSessionTokens(
  secret: string,
  onFuture: (seconds: number) => void = () => undefined,
): SessionTokens {
  const sign = createSigner({
    key: secret,
    algorithm: 'HS256',
    aud: audience,
    expiresIn: sessionSeconds * 1000,
    header: { alg: 'HS256', typ: 'JWT' },
  })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedAud: audience,
    checkTyp: 'JWT',
    clockTolerance: leewayMs,
    ignoreNotBefore: true,
    requiredClaims: ['aud', 'exp', 'iat'],
    cache: false,
  })
  return {
    sign: ({ userId, sessionId }) => sign({ sub: userId, sid: sessionId, purpose: 'session' }),
    verify: (token) => {
      try {
        const { sub, sid, iat } = claims.parse(verify(token))
        const aheadMs = iat * 1000 - Date.now()
        if (aheadMs > leewayMs) onFuture(Math.round(aheadMs / 1000))
        return { userId: sub, sessionId: sid }
      } catch {
        return null
      }
    },
  }
}

/** Null when the token has no live session. */
export async function findSession(context: Context, token: string) {
  const found = await context.sessionCache.find(token, () => loadSession(context, token))
  if (!found) return null
  const { sessionId, userId, organizationId, isOwnerProven, lang, freshMs, subscriptions } = found
  return {
    sessionId,
    userId,
    organizationId,
    isOwnerProven,
    lang,
    isFresh: freshMs > 0,
    hasAccess: givesAccess(subscriptions, context.clock()),
  }
}

const loadSession = async ({ db, sessionTokens }: Context, token: string): Promise<LiveSession | null> => {
  const claims = sessionTokens.verify(token)
  const found = claims && (await findLiveSession(db, claims.userId, claims.sessionId))
  if (found?.isUseOutdated) await renewSessionUse(db, found.userId, found.sessionId)
  return found
}

/** Null when the token is not ours, has expired, or its session is not stored anymore. */
export async function whySessionEnded({ db, sessionTokens }: Context, token: string): Promise<SessionEnd | null> {
  const claims = sessionTokens.verify(token)
  return claims && findSessionEnd(db, claims.userId, claims.sessionId)
}

/** Whether a subscription gives access to lessons now, with the server's grace period. */
export function givesAccess(subscriptions: readonly SubscriptionFacts[], now: Date): boolean {
  return bestStanding(subscriptions, now.getTime() / 1000, serverGraceSeconds) === 'granted'
}

/** The same for a user without a request. A request has it in its session already. */
export async function findAccess(
  { db, clock }: Pick<Context, 'clock'> & { db: Queryable },
  userId: string,
): Promise<{ granted: boolean }> {
  return {
    granted: givesAccess(await findSubscriptionFacts(db, userId), clock()),
  }
}

/** Whether a learner who signs in must choose a plan first. Without grace, because the app judges without it too. */
export async function needsPlan(db: Queryable, userId: string, now: Date): Promise<boolean> {
  return bestStanding(await findSubscriptionFacts(db, userId), now.getTime() / 1000) !== 'granted'
}
