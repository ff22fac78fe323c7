import { useEffect, useEffectEvent, useState } from 'react'

type Settled<Data> = { key: string; attempt: number; data?: Data; error?: unknown }

/**
 * Fetches on mount of a public screen, and again when `key` changes or `retry` is called; react-query loads only behind
 * sign-in (docs/decisions/0004). `data` and `error` are undefined until the answer settles; `isBusy` while it is
 * pending.
 */
export function useAnswer<Data>(key: string, ask: (signal: AbortSignal) => Promise<Data>) {
  const [attempt, setAttempt] = useState(0)
  const [settled, setSettled] = useState<Settled<Data>>()
  const askNow = useEffectEvent(ask)

  useEffect(() => {
    const stop = new AbortController()
    const settle = (outcome: { data: Data } | { error: unknown }): void => {
      if (!stop.signal.aborted) setSettled({ key, attempt, ...outcome })
    }
    askNow(stop.signal).then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error }),
    )
    return () => stop.abort()
  }, [key, attempt])

  const own = settled?.key === key ? settled : undefined
  return {
    data: own?.data,
    error: own?.error,
    isBusy: own?.attempt !== attempt,
    retry: (): void => setAttempt(attempt + 1),
  }
}
