import { useCallback, useEffect, useRef } from 'react'

/**
 * Counts how long a fragment has been looked at: only while the page is visible, from the moment it became the current one.
 * Gives a function that tells the whole seconds so far.
 */
export const useVisibleSeconds = (fragment: number): (() => number) => {
  const counted = useRef({ fragment, ms: 0 })
  const visibleSince = useRef<number | null>(null)

  const countUp = useCallback((): void => {
    const now = performance.now()
    if (visibleSince.current !== null) counted.current.ms += now - visibleSince.current
    visibleSince.current = document.visibilityState === 'visible' ? now : null
  }, [])

  useEffect(() => {
    countUp()
    counted.current = { fragment, ms: 0 }
    document.addEventListener('visibilitychange', countUp)
    return () => document.removeEventListener('visibilitychange', countUp)
  }, [fragment, countUp])

  return useCallback(() => {
    countUp()
    return Math.floor(counted.current.ms / 1000)
  }, [countUp])
}
