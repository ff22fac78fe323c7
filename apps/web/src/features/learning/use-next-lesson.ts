import type { CourseProgress } from '@kitewise/contract/entities'
import { currentLesson, lessonState } from '@kitewise/rules/lesson-state'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { courseProgressQuery, lessonQuery } from '../../lib/learning-queries.ts'
import { whenIdle } from '../../lib/service-worker.ts'
import { useLearner } from '../../lib/session/session.ts'
import { lessonProgressQuery } from './api.ts'

/** The lesson that a course goes on with; on the screen of a lesson, the one after it. */
const nextLesson = ({ chapters, progressInfo }: CourseProgress, shown: string | undefined): string | undefined => {
  const ids = chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id))
  if (shown !== undefined) return ids[ids.indexOf(shown) + 1]
  return currentLesson(ids, progressInfo) ?? ids.find((id) => lessonState(ids, progressInfo, id) === 'available')
}

/** Reads what the next lesson of a course shows. @param shown the lesson on screen @throws {Error} if a read fails */
export async function readNextLesson(
  client: QueryClient,
  userId: string,
  courseId: string,
  shown?: string,
): Promise<void> {
  const next = nextLesson(await client.ensureQueryData(courseProgressQuery(userId, courseId)), shown)
  if (next === undefined) return
  void client.prefetchQuery(lessonProgressQuery(userId, next))
  const { image } = await client.ensureQueryData(lessonQuery(next))
  new Image().src = image.url
}

/** Reads the next lesson while the page has nothing to do, so that it opens without waiting. @param shown the lesson on screen */
export function useNextLesson(courseId: string, shown: string): void {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  useEffect(
    // The screen of the lesson reports a failure.
    () => whenIdle(() => void readNextLesson(client, userId, courseId, shown).catch(() => undefined)),
    [client, userId, courseId, shown],
  )
}
