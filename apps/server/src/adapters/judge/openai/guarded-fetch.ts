const largestAnswerBytes = 256 * 1024

/** The provider sent more than we are ready to hold. */
class LargeAnswerError extends Error {
  override name = 'LargeAnswerError'
}

type Fetch = (address: string | URL | Request, options?: RequestInit) => Promise<Response>

/**
 * A fetch for talking to a provider: follows no redirect, takes at most 256 kB, and ends after `timeoutMs` even when the answer
 * trickles in byte by byte (the client's own timeout ends with the headers). Source: security T42, T43.
 */
export function createGuardedFetch(timeoutMs: number): Fetch {
  return async (address, options) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(options?.signal ? [options.signal] : [])]
    const response = await fetch(address, { ...options, redirect: 'error', signal: AbortSignal.any(signals) })
    const { status, statusText, headers } = response
    // Read here, so that whatever goes wrong on the way is an error of the connection.
    const body = await new Response(capped(response)).arrayBuffer()
    return new Response(body, { status, statusText, headers })
  }
}

/** The same for an answer that is read as it comes. The caller's signal ends it. */
export const streamingFetch: Fetch = async (address, options) => {
  const response = await fetch(address, { ...options, redirect: 'error' })
  const { status, statusText, headers } = response
  return new Response(capped(response), { status, statusText, headers })
}

function capped({ body }: Response): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  let size = 0
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, controller) => {
      size += part.byteLength
      if (size > largestAnswerBytes) controller.error(new LargeAnswerError(`more than ${largestAnswerBytes} bytes`))
      else controller.enqueue(part)
    },
  })
  return body?.pipeThrough(count) ?? null
}
