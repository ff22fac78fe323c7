import { ApiError } from '../../lib/api-client.ts'

/** How signing in can go wrong, as the screen tells it. */
export type SignInFailure =
  | { kind: 'invalid' }
  | { kind: 'failed' }
  | { kind: 'incomplete' }
  /** This browser is not known: the way in is a mailed link. */
  | { kind: 'mailbox' }
  | { kind: 'wait'; seconds: number | null }

export const failureOf = (error: unknown): SignInFailure => {
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  if (error.status === 429) return { kind: 'wait', seconds: error.retryAfterSeconds }
  if (error.code === 'check_mailbox') return { kind: 'mailbox' }
  return { kind: error.status === 401 ? 'invalid' : 'failed' }
}
