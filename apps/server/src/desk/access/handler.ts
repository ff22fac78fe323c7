import type { AuditFacts, DeskAnswer, DeskEndpointName, DeskEndpoints, DeskInput } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { type Ok, ok, type Refusal } from '../../platform/result.ts'
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

/** An answer with what the audit log has to say about the act. `waiting`: the payment provider hasn't answered yet. */
export class Acted<A, F extends keyof AuditFacts = keyof AuditFacts> {
  readonly answer: A
  readonly facts: Pick<AuditFacts, F>
  readonly outcome: 'succeeded' | 'waiting'

  constructor(answer: A, facts: Pick<AuditFacts, F>, outcome: 'succeeded' | 'waiting' = 'succeeded') {
    this.answer = answer
    this.facts = facts
    this.outcome = outcome
  }
}

/** The success of a handler whose act is logged with facts. */
export function acted<A, F extends keyof AuditFacts>(
  answer: A,
  facts: Pick<AuditFacts, F>,
  outcome: 'succeeded' | 'waiting' = 'succeeded',
): Ok<Acted<A, F>> {
  return ok(new Acted(answer, facts, outcome))
}

/** A refusal with what is known of the act by then. */
export type KnownRefusal = Refusal & { facts?: Partial<AuditFacts> }

/** With `tells` in its entry of the contract, a handler doesn't compile until it tells that. */
type Answered<N extends DeskEndpointName> = DeskEndpoints[N]['tells'] extends readonly []
  ? DeskAnswer<N> | DeskFile
  : Acted<DeskAnswer<N>, DeskEndpoints[N]['tells'][number]>

type DeskHandler<N extends DeskEndpointName> = (
  context: Context,
  request: DeskRequest<N>,
) => Promise<Ok<Answered<N>> | KnownRefusal>

export type DeskHandlers<N extends DeskEndpointName> = { [Name in N]: DeskHandler<Name> }
