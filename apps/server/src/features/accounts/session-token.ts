import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'

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
