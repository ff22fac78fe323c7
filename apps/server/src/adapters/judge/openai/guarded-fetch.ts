const largestAnswerBytes = 256 * 1024

/** The provider sent more than we are ready to hold. */
class LargeAnswerError extends Error {
  override name = 'LargeAnswerError'
}

async function readCapped(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > largestAnswerBytes) {
      await reader?.cancel()
      throw new LargeAnswerError(`more than ${largestAnswerBytes} bytes`)
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts)
}

/**
 * A fetch for talking to a provider: follows no redirect, takes at most 256 kB, and ends after `timeoutMs` even when the answer
 * trickles in byte by byte (the client's own timeout ends with the headers). Source: security T42, T43.
 */
export function createGuardedFetch(timeoutMs: number) {
  return async (address: string | URL | Request, options?: RequestInit): Promise<Response> => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(options?.signal ? [options.signal] : [])]
    const response = await fetch(address, { ...options, redirect: 'error', signal: AbortSignal.any(signals) })
    const { status, statusText, headers } = response
    return new Response(await readCapped(response), { status, statusText, headers })
  }
}
