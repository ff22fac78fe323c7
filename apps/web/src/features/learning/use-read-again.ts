import type { Lesson, LessonProgress } from '@kitewise/contract/entities'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLearner } from '../../lib/session/session.ts'
import { useSave } from './api.ts'
import { fragmentWrite } from './learner-writes.ts'

const lookEveryMs = 500

/** The skimmed fragments of a finished lesson, with the seconds that each needs to count toward a certificate. */
const skimmedFragments = (lesson: Lesson, { finished, fragmentProgress }: LessonProgress) => {
  const entries = finished ? Object.values(fragmentProgress) : []
  return entries
    .filter(({ completed, secondsToCount }) => completed && secondsToCount > 0)
    .map(({ fragmentId, secondsToCount }) => ({
      index: lesson.fragments.findIndex(({ id }) => id === fragmentId),
      seconds: secondsToCount,
    }))
    .filter(({ index }) => index >= 0)
}

/**
 * Reports skimmed fragments as read once the lesson was visible for as long as they need together.
 * @returns null for a lesson in which nothing was skimmed
 */
export function useReadAgain(lesson: Lesson, progress: LessonProgress): 'reading' | 'counted' | null {
  const { id: userId } = useLearner()
  const skimmed = skimmedFragments(lesson, progress)
  const [wasSkimmed, setWasSkimmed] = useState(false)
  if (skimmed.length > 0 && !wasSkimmed) setWasSkimmed(true)
  const save = useSave(lesson)
  const visibleSeconds = useVisibleSeconds(0)
  const secondsUsed = useRef(0)

  const look = useEffectEvent(() => {
    const needed = skimmed.reduce((sum, { seconds }) => sum + seconds, 0)
    const seen = visibleSeconds()
    if (seen - secondsUsed.current < needed) return
    secondsUsed.current = seen
    for (const { index, seconds } of skimmed) void save(fragmentWrite(userId, lesson, index, seconds))
  })
  const isReading = skimmed.length > 0
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [isReading])

  if (isReading) return 'reading'
  return wasSkimmed ? 'counted' : null
}

/** Whole seconds that a fragment has been visible since it became the current one. */
export function useVisibleSeconds(fragment: number): () => number {
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
