import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@kitewise/contract/endpoints'
import type { Context } from '../context.ts'
import { findSession } from '../features/accounts/find-session.ts'
import { refuse } from '../result.ts'
import type { Session } from './handler.ts'
import { RequestRefused } from './request-error.ts'

export type Visitor = { session: Session | null; profileLanguage: string | null }

const nobody: Visitor = { session: null, profileLanguage: null }

/**
 * Who asks, by the bearer token alone; cookies never sign in. Throws `unauthorized` where a session is needed. Where it is
 * optional, a token that is no longer good counts as none.
 */
export const authenticate = async (
  context: Context,
  auth: Endpoint['auth'],
  request: FastifyRequest,
): Promise<Visitor> => {
  const token = /^Bearer ([\w.-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]
  const found = auth === 'public' || !token ? null : await findSession(context, token)
  if (found) {
    const { sessionId, userId, signedInAt, lang } = found
    return { session: { id: sessionId, userId, signedInAt }, profileLanguage: lang }
  }
  if (auth === 'session') throw new RequestRefused(refuse('unauthorized'))
  return nobody
}
