import type { ErrorAnswer, ErrorCode } from '@kitewise/contract/errors'

/** The server refused. `message` is the server's English sentence; screens branch on `code` and show their own. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'unknown',
    message: string,
    /** From Retry-After: whole seconds to wait, where the server said so. */
    readonly retryAfterSeconds: number | null,
    readonly details: unknown,
    /** By which the server's log names the request, where the answer said so. */
    readonly requestId: string | null = null,
  ) {
    super(message)
  }
}

/** No answer came: offline, connection dropped, or a server that cannot be reached. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

const retryAfterSeconds = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = Number(header)
  return Number.isFinite(seconds) ? Math.ceil(seconds) : null
}

const isErrorAnswer = (body: unknown): body is ErrorAnswer =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object' && body.error !== null

/** @param body the parsed answer, or undefined when it was no JSON (a proxy's page, for instance) */
export const toApiError = (response: Response, body: unknown): ApiError => {
  const wait = retryAfterSeconds(response.headers.get('retry-after'))
  const requestId = response.headers.get('x-request-id')
  if (!isErrorAnswer(body))
    return new ApiError(response.status, 'unknown', response.statusText, wait, undefined, requestId)
  return new ApiError(response.status, body.error.name, body.error.message, wait, body.error.details, requestId)
}
