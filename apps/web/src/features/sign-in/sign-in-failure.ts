import { ApiError } from '../../lib/api-error.ts'

/** How signing in can go wrong, as the screen tells it. */
export type SignInFailure =
  | { kind: 'invalid' }
  | { kind: 'failed' }
  | { kind: 'incomplete' }
  | { kind: 'wait'; seconds: number | null }

export const failureOf = (error: unknown): SignInFailure => {
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  if (error.status === 429) return { kind: 'wait', seconds: error.retryAfterSeconds }
  return { kind: error.status === 401 ? 'invalid' : 'failed' }
}

/** A wait in the largest unit that reads naturally, rounded up: 300 seconds are 5 minutes. */
export const roundWait = (seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } => {
  if (seconds < 60) return { unit: 'seconds', count: Math.max(1, seconds) }
  if (seconds < 3600) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  return { unit: 'hours', count: Math.ceil(seconds / 3600) }
}
