import { send } from './api-client.ts'
import { toApiError } from './api-error.ts'

/**
 * Posts to an address that answers with a stream of events (`text/event-stream`).
 * @throws {ApiError | NetworkError} as `call` does; a refusal signs nobody out
 */
export const openEventStream = async (
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const response = await send('POST', path, { body, signal }, 'text/event-stream, application/json')
  if (response.ok && response.body) return response.body
  const refusal: unknown = await response.json().catch(() => undefined)
  throw toApiError(response, refusal)
}
