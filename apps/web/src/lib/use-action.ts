import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * The double-submit guard. Every action that writes, and every action that must not happen twice, runs through it
 * (`lib/writes.test.ts` checks the calls).
 *
 * `run` starts `work` unless an earlier run is pending; two taps in one frame count as one. The guard opens again when
 * the work has settled and React has rendered its result. If the result is another screen, the guard unmounts with the
 * old one.
 * @param work handles its own errors; a rejection opens the guard and is reported as unhandled
 * @returns `isBusy`: for the button that starts the action
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
 * An action that starts when its screen shows, such as using a mailed link. `retry` starts it again. `data` and `error`
 * are undefined until it settles, and stay while a retry runs. For other inputs, remount the component with a `key`.
 * @param work gets a signal that aborts on unmount
 */
export function useActionOnShow<Data>(work: (signal: AbortSignal) => Promise<Data>) {
  const [outcome, setOutcome] = useState<{ data?: Data; error?: unknown }>()
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
    start()
    return () => stop.abort()
  }, [stop])
  return {
    data: outcome?.data,
    error: outcome?.error,
    isBusy: isBusy || outcome === undefined,
    retry: (): void => run(),
  }
}

/**
 * Goes to an address outside the app. Resolves only if the visitor comes back and the page was restored from the
 * back-forward cache, so an action that ends here stays guarded until then.
 */
export async function leaveFor(address: string): Promise<void> {
  const isBack = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
  window.location.assign(address)
  await isBack
}
