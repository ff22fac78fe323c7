import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { feel } from '../lib/feel.ts'
import { type PeakKind, peakOfToday } from '../lib/peak-of-today.ts'

/** Taps before this are meant for what was there before. Milliseconds. */
const deafMs = 400
/** The longest a peak may take after the first of its kind that day. Milliseconds. */
const laterPeakMs = 800

/** Follows the scene's animations; `skip` ends them, unless the peak has only just begun. */
export function usePeakMotion(scene: { readonly current: HTMLElement | null }, kind: PeakKind) {
  const [isMoving, setIsMoving] = useState(true)
  const startedAt = useRef(0)
  useLayoutEffect(() => {
    startedAt.current = performance.now()
  }, [])
  // Not a layout effect: the one of a dialog around the peak opens it later, and nothing moves before.
  useEffect(() => {
    feel('peak')
    const animations = animationsOf(scene.current)
    if (!peakOfToday.take(kind)) hurry(animations)
    let isGone = false
    // An animation that was removed rejects; then there is nothing to wait for either.
    void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => isGone || setIsMoving(false))
    return () => {
      isGone = true
    }
  }, [scene, kind])
  const isDeaf = (): boolean => performance.now() - startedAt.current < deafMs
  return {
    isMoving,
    isDeaf,
    skip: (): void => {
      if (isDeaf()) return
      for (const animation of animationsOf(scene.current)) animation.finish()
    },
  }
}

const endless = Number.POSITIVE_INFINITY

/** Endless animations, such as a kite that sways, are not part of the peak. */
const animationsOf = (scene: HTMLElement | null): Animation[] =>
  // Not every test environment has animations.
  (scene?.getAnimations?.({ subtree: true }) ?? []).filter((animation) => endOf(animation) !== endless)

const endOf = (animation: Animation): number => Number(animation.effect?.getComputedTiming().endTime ?? 0)

const hurry = (animations: Animation[]): void => {
  const longest = Math.max(0, ...animations.map(endOf))
  if (longest > laterPeakMs) for (const animation of animations) animation.updatePlaybackRate(longest / laterPeakMs)
}
