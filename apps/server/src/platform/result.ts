import type { ErrorCode } from '@kitewise/contract/errors'

export type Ok<T> = { ok: true; value: T }

/** An expected failure. `details` go to the client; `retryAfterSeconds` becomes the Retry-After header. */
export type Refusal = { ok: false; code: ErrorCode; details?: unknown; retryAfterSeconds?: number }

/** Expected refusals are values; only bugs and outages throw. */
export type Result<T> = Ok<T> | Refusal

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

export function refuse(code: ErrorCode, details?: unknown): Refusal {
  return details === undefined ? { ok: false, code } : { ok: false, code, details }
}

export function refuseFor(code: ErrorCode, retryAfterSeconds: number): Refusal {
  return {
    ok: false,
    code,
    retryAfterSeconds,
  }
}

/** The usual answer of an endpoint: the value as `data`. */
export function asData<T>(result: Result<T>): Result<{ data: T }> {
  return result.ok ? ok({ data: result.value }) : result
}
