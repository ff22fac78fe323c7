import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * The double-submit guard of every action that writes or must not happen twice (`lib/writes.test.ts` checks the calls).
 * Two taps in one frame count as one: a state is too late for the second, so this is a ref. The guard opens when React has
 * rendered the result, or unmounts with its screen. Fields where the last of several quick choices counts (language, hour)
 * aren't guarded. Buttons ignore the second click of a double click, and the history the second of two equal steps.
 * @param work handles its own errors; a rejection opens the guard and is reported as unhandled
 */
export function useAction<Input extends readonly unknown[]>(
  work: (...input: Input) => Promise<unknown> | void,
): { run: (...input: Input) => void; isBusy: boolean } {
  const isUnderWay = useRef(false)
  // A new object each time: work that settles before the next render must still reach the effect.
  const [state, setState] = useState({ isBusy: false })

  useEffect(() => {
    if (!state.isBusy) isUnderWay.current = false
  }, [state])

  const runToEnd = async (input: Input): Promise<void> => {
    try {
      await work(...input)
    } finally {
      setState({ isBusy: false })
    }
  }
  const run = (...input: Input): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState({ isBusy: true })
    void runToEnd(input)
  }
  return { run, isBusy: state.isBusy }
}

/**
 * An action that starts when its screen shows, such as using a mailed link. `error` stays while `retry` runs. For other
 * inputs, remount with a `key`. @param work gets a signal that aborts on unmount
 * @param known the result, if the page brought it along: then nothing starts
 */
export function useActionOnShow<Data>(work: (signal: AbortSignal) => Promise<Data>, known?: Data) {
  const [outcome, setOutcome] = useState<{ data?: Data; error?: unknown } | undefined>(
    known === undefined ? undefined : { data: known },
  )
  const [isKnown] = useState(known !== undefined)
  const [stop] = useState(() => new AbortController())
  const { run, isBusy } = useAction(async () => {
    setOutcome(
      await work(stop.signal).then(
        (data) => ({ data }),
        (error: unknown) => ({ error }),
      ),
    )
  })
  const start = useEffectEvent(run)
  useEffect(() => {
    if (!isKnown) start()
    return () => stop.abort()
  }, [stop, isKnown])
  return {
    data: outcome?.data,
    error: outcome?.error,
    isBusy: isBusy || outcome === undefined,
    retry: (): void => run(),
  }
}

/**
 * Resolves only if the visitor comes back to a page from the back-forward cache, so the action stays guarded until then.
 */
export async function leaveFor(address: string): Promise<void> {
  const isBack = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
  window.location.assign(address)
  await isBack
}
