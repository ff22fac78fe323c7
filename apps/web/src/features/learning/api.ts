import type { CourseProgress, Lesson, LessonProgress } from '@kitewise/contract/entities'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, NetworkError } from '../../lib/api-client.ts'
import { findKept, readOrKept } from '../../lib/kept-reads.ts'
import { courseProgressQuery, lessonQuery, overlayPlace } from '../../lib/learning-queries.ts'
import { logError } from '../../lib/log-error.ts'
import { outboxOf, readWithUnsent } from '../../lib/outbox/learner-outbox.ts'
import { session, useLearner } from '../../lib/session/session.ts'
import { finishWrite, type LearnerWrite, overlayWrites, startWrites } from './learner-writes.ts'

/** After this time, finishing counts as failed and can be retried. */
const timeoutMs = 15_000

/** Includes unsent writes. Refetched on focus: another tab or device may have made progress. */
export function lessonProgressQuery(userId: string, lessonId: string) {
  return queryOptions({
    queryKey: ['lesson-progress', userId, lessonId],
    queryFn: ({ client, queryKey, signal }) => {
      const params = { userId, lessonId }
      const ask = () =>
        call('GET /api/user-course-progress/lesson/{userId}/{lessonId}', { params, signal }).catch((error: unknown) =>
          progressOfNewLesson(userId, lessonId, error),
        )
      return readOrKept({ client, queryKey }, ask, (read) => readWithUnsent(userId, read, overlayWrites))
    },
    refetchOnWindowFocus: 'always',
  })
}

/**
 * A lesson that was never open has no kept progress. Without a connection it opens all the same if it is on this device, and
 * as finished if the course says so.
 */
const progressOfNewLesson = async (userId: string, lessonId: string, error: unknown): Promise<LessonProgress> => {
  const isKnown = (await findKept(lessonProgressQuery(userId, lessonId).queryKey)) !== undefined
  const lesson = await findKept<Lesson>(lessonQuery(lessonId).queryKey)
  if (!(error instanceof NetworkError) || isKnown || !lesson) throw error
  const course = await findKept<CourseProgress>(courseProgressQuery(userId, lesson.course.id).queryKey)
  const { startedLessons = [], finishedLessons = [] } = course?.progressInfo ?? {}
  return {
    lessonId,
    started: startedLessons.includes(lessonId),
    finished: finishedLessons.includes(lessonId),
    fragmentProgress: {},
  }
}

/** Stores both writes of a start in order, before anything else about the lesson; they are sent in the background. */
export function startLesson(userId: string, lesson: Lesson): void {
  const outbox = outboxOf(userId)
  for (const { path, body } of startWrites(userId, lesson)) void outbox.enqueue(path, body)
}

/**
 * Flushes the outbox first: the server counts only what it has received. Without a connection, finishing waits in the outbox
 * behind the rest, and the course is shown as it will be.
 * @throws {Error} with the sentences of docs/product.md when signed out, or for a course whose progress is unknown here
 * @throws {ApiError} `lesson_incomplete` …
 */
export async function finishLesson(client: QueryClient, userId: string, lesson: Lesson): Promise<CourseProgress> {
  if (session.token() === '') throw new Error('No JWT token found')
  if (userId === '') throw new Error('User ID not found')
  const outbox = outboxOf(userId)
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, false))
  if (await Promise.race([outbox.flush(), late])) {
    try {
      return await call('POST /api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}', {
        params: { userId, lessonId: lesson.id, courseId: lesson.course.id },
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      if (error instanceof ApiError) throw error
    }
  }
  const course = client.getQueryData(courseProgressQuery(userId, lesson.course.id).queryKey)
  if (course === undefined || session.token() === '') throw new Error('Failed to finish lesson')
  const write = finishWrite(userId, lesson)
  await outbox.enqueue(write.path, write.body)
  return overlayPlace(course, [write])
}

/** Applies a write at once and enqueues it. Errors are only logged and the lesson continues (docs/product.md). */
export function useSave(lesson: Lesson): (write: LearnerWrite) => Promise<void> {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const { queryKey } = lessonProgressQuery(userId, lesson.id)
  const courseKey = courseProgressQuery(userId, lesson.course.id).queryKey

  const showNow = async (write: LearnerWrite): Promise<void> => {
    // An answer requested before this write would undo it on the screen.
    await client.cancelQueries({ queryKey })
    client.setQueryData<LessonProgress>(queryKey, (progress) => progress && overlayWrites(progress, [write]))
    // So that the way back into the lesson leads to the same place before the course is refetched.
    client.setQueryData<CourseProgress>(courseKey, (progress) => progress && overlayPlace(progress, [write]))
  }
  return async (write) => {
    const stored = outboxOf(userId).enqueue(write.path, write.body)
    await Promise.all([stored, showNow(write)]).catch((error: unknown) => logError('Progress was not stored.', error))
  }
}
