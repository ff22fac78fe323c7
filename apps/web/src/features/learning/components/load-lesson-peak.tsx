import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { lessonMomentKey } from '../../../lib/learning-queries.ts'
import { loadPart } from '../../../lib/load-part.ts'
import type { LessonMoment } from '../lesson-moment.ts'

/** Loaded after a lesson only. If it fails to load, the course page works without it. */
const LessonPeak = lazy(() =>
  loadPart(
    () => import('./lesson-peak.tsx'),
    (module) => module.LessonPeak,
  ),
)

/** Shows once what was just finished, over the course page. */
export function LoadLessonPeak({ courseId }: { courseId: string }) {
  const client = useQueryClient()
  const [moment, setMoment] = useState(() => client.getQueryData<LessonMoment>(lessonMomentKey(courseId)))
  useEffect(() => client.removeQueries({ queryKey: lessonMomentKey(courseId) }), [client, courseId])
  return (
    moment && (
      <Suspense fallback={null}>
        <LessonPeak moment={moment} onClose={() => setMoment(undefined)} />
      </Suspense>
    )
  )
}
