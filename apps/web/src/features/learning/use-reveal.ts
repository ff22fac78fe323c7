import { useEffect } from 'react'

/** Product spec §9: a revealed fragment is scrolled to after 100 ms. */
const scrollDelayMs = 100

/** Which fragment to bring into view, and how. */
export type Reveal = { fragment: number; behavior: 'smooth' | 'instant' }

export const fragmentHeadingId = (fragment: number): string => `fragment-${fragment}`

const wantsStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Moves focus to a fragment's heading, so that a screen reader goes on there, and scrolls to it a moment later. Focus does not
 * wait for the scroll: it would be taken from whoever has gone on to a button by then.
 */
export const useReveal = (reveal: Reveal | null): void => {
  useEffect(() => {
    if (reveal === null) return undefined
    const heading = document.getElementById(fragmentHeadingId(reveal.fragment))
    heading?.focus({ preventScroll: true })
    const timer = setTimeout(
      () => heading?.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'instant' : reveal.behavior }),
      scrollDelayMs,
    )
    return () => clearTimeout(timer)
  }, [reveal])
}
