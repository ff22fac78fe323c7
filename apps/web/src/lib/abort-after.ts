/**
 * A signal that aborts with another one, or after a time with a `TimeoutError`. AbortSignal.any is younger than the oldest
 * supported browsers.
 */
export function abortAfter(timeoutMs: number, signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), timeoutMs)
  const stop = (): void => {
    clearTimeout(timer)
    controller.abort(signal.reason)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return controller.signal
}
