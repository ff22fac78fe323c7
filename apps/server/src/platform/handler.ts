import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Answer, Input } from '@kitewise/contract/calls'
import { type EndpointName, endpoints, type Endpoints } from '@kitewise/contract/endpoints'
import type { Context } from '../context.ts'
import type { RequestClient, RequestLanguage } from '../http/visitor.ts'
import type { Result } from './result.ts'

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

/** An answer made once and sent as it is, since serialising and compressing the catalogue costs more than finding it. */
export class PrebuiltAnswer {
  readonly identity: Buffer
  readonly brotli: Buffer
  /** Weak, since both encodings have the same one. */
  readonly etag: string

  constructor(json: string) {
    this.identity = Buffer.from(json)
    this.brotli = brotliCompressSync(this.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`
  }
}

/** Checks and strips an answer by the contract, once, and keeps its bytes. Throws when it differs from the contract. */
export const prebuildAnswer = <N extends EndpointName>(name: N, answer: Answer<N>): PrebuiltAnswer =>
  new PrebuiltAnswer(JSON.stringify(endpoints[name].answer.parse(answer)))
