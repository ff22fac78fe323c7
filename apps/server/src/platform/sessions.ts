import type { SessionEnd } from '@kitewise/contract/errors'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { findLiveSession, findSessionEnd, renewSessionUse } from '../features/accounts/users.sql.ts'
import { givesAccess } from './access.ts'

const audience = 'kitewise'
/** The longest life of a session, whatever its use. */
export const sessionSeconds = 30 * 86_400
const leewayMs = 60_000

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), purpose: z.literal('session') })

type SessionClaims = { userId: string; sessionId: string }

export type SessionTokens = {
  sign: (claims: SessionClaims) => string
  /** The claims of a token that is ours and in time, else null. Whether the session is alive, its row says. */
  verify: (token: string) => SessionClaims | null
}

/** Signs and checks session tokens: HS256 and this one key only; hints in the header (kid, jku, x5u) are not looked at. */
export const createSessionTokens = (secret: string): SessionTokens => {
  const sign = createSigner({
    key: secret,
    algorithm: 'HS256',
    aud: audience,
    expiresIn: sessionSeconds * 1000,
    notBefore: 0,
    header: { alg: 'HS256', typ: 'JWT' },
  })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedAud: audience,
    checkTyp: 'JWT',
    clockTolerance: leewayMs,
    requiredClaims: ['aud', 'exp', 'nbf', 'iat'],
    cache: false,
  })
  return {
    sign: ({ userId, sessionId }) => sign({ sub: userId, sid: sessionId, purpose: 'session' }),
    verify: (token) => {
      try {
        const { sub, sid } = claims.parse(verify(token))
        return { userId: sub, sessionId: sid }
      } catch {
        return null
      }
    },
  }
}

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
