import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@kitewise/contract/endpoints'
import type { Context } from '../context.ts'
import { findSession } from '../features/accounts/find-session.ts'
import { refuse } from '../result.ts'
import type { Session } from './handler.ts'
import { RequestRefused } from './request-error.ts'

/** `bearer` is what was sent, where the handler is to judge it; else null. */
export type Visitor = { session: Session | null; profileLanguage: string | null; bearer: string | null }

/**
 * Who asks, by the bearer token alone; cookies never sign in. Throws `unauthorized` where a session is needed. Where it is
 * optional, a token that is no longer good counts as none. For `pin-setup` some bearer is needed, a session's or another.
 */
export const authenticate = async (
  context: Context,
  auth: Endpoint['auth'],
  request: FastifyRequest,
): Promise<Visitor> => {
  const token = /^Bearer ([\w.-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]
  const found = auth === 'public' || !token ? null : await findSession(context, token)
  const bearer = auth === 'pin-setup' ? (token ?? null) : null
  if (found) {
    const { sessionId, userId, signedInAt, lang } = found
    return { session: { id: sessionId, userId, signedInAt }, profileLanguage: lang, bearer }
  }
  if (auth === 'session' || (auth === 'pin-setup' && bearer === null)) throw new RequestRefused(refuse('unauthorized'))
  return { session: null, profileLanguage: null, bearer }
}
