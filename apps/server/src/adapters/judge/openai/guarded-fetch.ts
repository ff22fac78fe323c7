const largestAnswerBytes = 256 * 1024

class LargeAnswerError extends Error {
  override name = 'LargeAnswerError'
}

type Fetch = (address: string | URL | Request, options?: RequestInit) => Promise<Response>

/** Follows no redirect, reads at most 256 kB, and ends after `timeoutMs` even when the body trickles in (docs/decisions/0187). */
export function createGuardedFetch(timeoutMs: number): Fetch {
  return async (address, options) => {
    const over = new AbortController()
    const timer = setTimeout(
      () => over.abort(new DOMException('the provider took too long', 'TimeoutError')),
      timeoutMs,
    )
    const release = abortWith(over, options?.signal)
    try {
      const response = await fetch(address, { ...options, redirect: 'error', signal: over.signal })
      const { status, statusText, headers } = response
      // Read here, so that every failure counts as a connection error.
      const body = await new Response(capped(response, over.signal)).arrayBuffer()
      return new Response(body, { status, statusText, headers })
    } finally {
      clearTimeout(timer)
      release()
    }
  }
}

/** Aborts a controller with a signal, until released. In Node 20, AbortSignal.any loses its signals to garbage collection. */
export function abortWith(controller: AbortController, signal: AbortSignal | null | undefined): () => void {
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}

/** The same for a streamed answer. The caller's signal ends it. */
export const streamingFetch: Fetch = async (address, options) => {
  const response = await fetch(address, { ...options, redirect: 'error' })
  const { status, statusText, headers } = response
  return new Response(capped(response, options?.signal), { status, statusText, headers })
}

/** Fails beyond 256 kB and when the signal is aborted: in Node 20, fetch stops following its signal after garbage collection. */
function capped(
  { body }: Response,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  let size = 0
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
    transform: (part, controller) => {
      size += part.byteLength
      if (size > largestAnswerBytes) controller.error(new LargeAnswerError(`more than ${largestAnswerBytes} bytes`))
      else controller.enqueue(part)
    },
  })
  return body?.pipeThrough(count) ?? null
}
