import type { Answer, Input } from '@kitewise/contract/calls'
import type { EndpointName, Endpoints } from '@kitewise/contract/endpoints'
import type { Context } from '../context.ts'
import type { RequestLanguage } from '../features/accounts/choose-language.ts'
import type { Result } from '../result.ts'
import type { PrebuiltAnswer } from './prebuilt-answer.ts'
import type { RequestClient } from './request-client.ts'

/** Who is asking, proven by a valid token whose session row is alive. */
export type Session = {
  id: string
  userId: string
  /** The PIN was given within the last ten minutes. */
  isFresh: boolean
  /** Whether a subscription gives access to lessons now. */
  hasAccess: boolean
}

/**
 * A checked and stripped request. The session is never null where the endpoint's auth is `session`. The bearer is there for `pin-setup`
 * alone, whose handler judges what it proves.
 */
type HandlerRequest<N extends EndpointName> = Input<N> & {
  session: Endpoints[N]['auth'] extends 'session' ? Session : Session | null
  bearer: Endpoints[N]['auth'] extends 'pin-setup' ? string : null
  /** The text set that the learner wants, by Accept-Language or by profile. */
  language: RequestLanguage
  client: RequestClient
}

/** Answers the whole body as the contract writes it, or bytes that were prebuilt from such a body. */
type Handler<N extends EndpointName> = (
  context: Context,
  request: HandlerRequest<N>,
) => Promise<Result<Answer<N> | PrebuiltAnswer>>

/** What a feature's routes.ts exports: some endpoints, each with its handler. */
export type Handlers<N extends EndpointName> = { [Name in N]: Handler<Name> }
