/** Script chunks have 120 seconds (docs/product.md). */
export const chunkTimeoutMs = 120_000

/** `missing`: something else was served (a proxy's page, an older release). `error`: the request failed. */
export type ChunkFailure = 'timeout' | 'missing' | 'error'

/** The wording is fixed in docs/product.md. */
export function chunkFailureText(id: string, reason: ChunkFailure): string {
  return `Loading chunk ${id} failed.\n(${reason})`
}

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'

  constructor(
    readonly id: string,
    readonly reason: ChunkFailure,
    cause?: unknown,
  ) {
    super(chunkFailureText(id, reason), { cause })
  }
}

const failAfterTimeout = (id: string): { promise: Promise<never>; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(id, 'timeout')), chunkTimeoutMs)
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

/** Browsers do not report why a file failed, so it is requested again to tell the two reasons apart. */
export async function reasonOfFailure(address: string): Promise<ChunkFailure> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  const isOurs = /javascript|css/.test(answer?.headers.get('content-type') ?? '')
  return answer?.ok && !isOurs ? 'missing' : 'error'
}

/** The error of a dynamic import contains the address. */
const reasonOf = async (cause: unknown): Promise<ChunkFailure> => {
  const address = /https?:\/\/[^\s'"]+/.exec(String(cause))?.[0]
  return address === undefined ? 'error' : reasonOfFailure(address)
}

/**
 * @param id the chunk's name in error messages
 * @throws {ChunkLoadError} after 120 s, when the script was not ours, or when it failed
 */
export async function loadChunk<Module, Wanted>(
  id: string,
  load: () => Promise<Module>,
  pick: (module: Module) => Wanted | undefined,
): Promise<Wanted> {
  const timeout = failAfterTimeout(id)
  try {
    const wanted = pick(await Promise.race([load(), timeout.promise]))
    if (wanted === undefined) throw new ChunkLoadError(id, 'missing')
    return wanted
  } catch (cause) {
    if (cause instanceof ChunkLoadError) throw cause
    throw new ChunkLoadError(id, await reasonOf(cause), cause)
  } finally {
    timeout.cancel()
  }
}
