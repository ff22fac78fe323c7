import type { Endpoint } from '@kitewise/contract/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Session } from '../platform/handler.ts'
import { refuse } from '../platform/result.ts'
import { findSession, whySessionEnded } from '../platform/sessions.ts'
import { RequestRefused } from './request-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a request of the endpoint table has passed `authenticate`. */
    visitor: Visitor | null
  }
}

/** `bearer` is what was sent, where the handler is to judge it; else null. */
export type Visitor = { session: Session | null; profileLanguage: string | null; bearer: string | null }

/**
 * Who asks, by the bearer token alone; cookies never sign in. Throws `unauthorized` where a session is needed. Where it is
 * optional, a token that is no longer good counts as none. A token of an ended session is told why it ended: its holder was signed in. For `pin-setup` some bearer is needed, a session's or another.
 */
export const authenticate = async (
  context: Context,
  auth: Endpoint['auth'],
  request: FastifyRequest,
): Promise<Visitor> => {
  const { authorization } = request.headers
  const token = authorization && auth !== 'public' ? /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1] : null
  const found = token ? await findSession(context, token) : null
  const bearer = auth === 'pin-setup' ? (token ?? null) : null
  if (found) {
    const { sessionId, userId, isFresh, hasAccess, lang } = found
    return { session: { id: sessionId, userId, isFresh, hasAccess }, profileLanguage: lang, bearer }
  }
  if (auth === 'session' || (auth === 'pin-setup' && bearer === null)) {
    const reason = token ? await whySessionEnded(context, token) : null
    throw new RequestRefused(refuse('unauthorized', reason === null ? undefined : { reason }))
  }
  return { session: null, profileLanguage: null, bearer }
}
