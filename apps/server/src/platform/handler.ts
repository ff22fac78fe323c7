import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Answer, Input } from '@kitewise/contract/calls'
import { type EndpointName, endpoints, type Endpoints } from '@kitewise/contract/endpoints'
import type { TextLanguage } from '@kitewise/rules/language'
import type { Context } from '../context.ts'
import type { Result } from './result.ts'

export type Session = {
  id: string
  userId: string
  /** The organization whose provider began the session; null for a PIN or a passkey. */
  organizationId: string | null
  /** False while only the organization's provider says that this is the learner, although they have a PIN or a passkey. */
  isOwnerProven: boolean
  /** The learner proved who they are within the last ten minutes: by PIN or passkey, or at the provider when it asked again. */
  isFresh: boolean
  hasAccess: boolean
}

export type RequestClient = {
  /** The network that limits count by: the address behind the trusted proxies, or the /64 of an IPv6 address. */
  readonly networkKey: string
  /** The browser's device cookie, or null. Proves nothing by itself. */
  readonly deviceToken: string | null
  /** The client's time zone (X-Time-Zone, unchecked) and how long ago the learner acted (X-Activity-Age, whole seconds). */
  readonly learningMoment: { timeZone: string | null; ageSeconds: number }
  /** Binds a way to an organization's provider to this browser; null without one. */
  readonly signInToken: string | null
  keepSignInToken: (token: string | null) => void
  offerDownload: (fileName: string) => void
  rememberDevice: (token: string) => void
}

/** Checked and stripped by the contract. Only `pin-setup` handlers get the bearer, and check what it proves. */
type HandlerRequest<N extends EndpointName> = Input<N> & {
  session: Endpoints[N]['auth'] extends 'session' ? Session : Session | null
  bearer: Endpoints[N]['auth'] extends 'pin-setup' ? string : null
  /** By Accept-Language, else by profile. */
  language: TextLanguage
  client: RequestClient
}

/** Returns the whole body as the contract defines it, or bytes prebuilt from such a body. */
type Handler<N extends EndpointName> = (
  context: Context,
  request: HandlerRequest<N>,
) => Promise<Result<Answer<N> | PrebuiltAnswer>>

export type Handlers<N extends EndpointName> = { [Name in N]: Handler<Name> }

/** Serialized and compressed once, because that costs more for the catalog than finding the answer. */
export class PrebuiltAnswer {
  readonly identity: Buffer
  readonly brotli: Buffer
  /** Weak, because both encodings share it. */
  readonly etag: string

  constructor(json: string) {
    this.identity = Buffer.from(json)
    this.brotli = brotliCompressSync(this.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`
  }
}

/** Checks and strips an answer by the contract. Throws when it differs from the contract. */
export function prebuildAnswer<N extends EndpointName>(name: N, answer: Answer<N>): PrebuiltAnswer {
  return new PrebuiltAnswer(JSON.stringify(endpoints[name].answer.parse(answer)))
}
