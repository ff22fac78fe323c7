import type { DeskAnswer, DeskEndpointName, DeskEndpoints, DeskInput } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import type { Result } from '../../platform/result.ts'
import type { StaffSession } from './sessions.sql.ts'

export type DeskClient = {
  /** Sets the session's cookie; null deletes it. */
  keepSession: (token: string | null) => void
  /** What binds a way to the identity provider and back to this browser. */
  oidcToken: string | null
  /** Sets its cookie; null deletes it. */
  keepOidcToken: (token: string | null) => void
}

type DeskRequest<N extends DeskEndpointName> = DeskInput<N> & {
  staff: DeskEndpoints[N]['permission'] extends 'public' ? StaffSession | null : StaffSession
  client: DeskClient
}

/** A file instead of JSON, sent in pieces. */
export class DeskFile {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string>

  constructor(name: string, type: string, pieces: AsyncIterable<string>) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

type DeskHandler<N extends DeskEndpointName> = (
  context: Context,
  request: DeskRequest<N>,
) => Promise<Result<DeskAnswer<N> | DeskFile>>

export type DeskHandlers<N extends DeskEndpointName> = { [Name in N]: DeskHandler<Name> }
