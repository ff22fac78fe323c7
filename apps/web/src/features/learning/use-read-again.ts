import type { Lesson, LessonProgress } from '@kitewise/contract/entities'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLearner } from '../../lib/session/session.ts'
import { fragmentWrite } from './learner-writes.ts'
import { useSave } from './use-save.ts'
import { useVisibleSeconds } from './use-visible-seconds.ts'

const lookEveryMs = 500

/** The fragments of a finished lesson that were completed too fast to count toward a certificate, with the seconds that each needs. */
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
 * Reports the skimmed fragments of a finished lesson as read once the lesson has been on the screen for as long as they need together.
 *
 * @returns `reading` until then, `counted` afterwards; null for a lesson in which nothing was skimmed
 */
export const useReadAgain = (lesson: Lesson, progress: LessonProgress): 'reading' | 'counted' | null => {
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
