import type { CourseProgress, Lesson, LessonProgress } from '@kitewise/contract/entities'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { readOrKept } from '../../lib/kept-reads.ts'
import { courseProgressQuery, overlayPlace } from '../../lib/learning-queries.ts'
import { logError } from '../../lib/log-error.ts'
import { outboxOf, readWithUnsent } from '../../lib/outbox/learner-outbox.ts'
import { session, useLearner } from '../../lib/session/session.ts'
import { type LearnerWrite, overlayWrites } from './learner-writes.ts'

/** Longer than this, starting or finishing counts as failed and may be tried again. */
const timeoutMs = 15_000

/**
 * The learner's progress in a lesson, with everything that is still on its way to the server counted in. A window that comes back
 * asks again, since another tab or device may have gone on.
 */
export const lessonProgressQuery = (userId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['lesson-progress', userId, lessonId],
    queryFn: ({ queryKey, signal }) => {
      const params = { userId, lessonId }
      const ask = () => call('GET /api/user-course-progress/lesson/{userId}/{lessonId}', { params, signal })
      return readWithUnsent(userId, () => readOrKept(queryKey, ask), overlayWrites)
    },
    refetchOnWindowFocus: 'always',
  })

/** @throws {ApiError} `lesson_locked`, `subscription_required` … @throws {NetworkError} when no answer came */
export const startLesson = async (userId: string, lesson: Lesson): Promise<CourseProgress> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const { id: lessonId, course, chapter } = lesson
  await call('POST /api/user-course-progress/start-lesson/{userId}/{lessonId}/{courseId}', {
    params: { userId, lessonId, courseId: course.id },
    signal,
  })
  return call('POST /api/product-user/update-course-progress', {
    body: {
      courseId: course.id,
      chapterId: chapter.id,
      lessonId,
      completed: false,
      progressPercentage: 0,
      timeSpent: 0,
      started: true,
    },
    signal,
  })
}

/**
 * Finishes a lesson, after everything written before has arrived: the server counts what it has.
 *
 * @throws {Error} with the sentences of product spec §8 when nobody is signed in or a write has not arrived
 * @throws {ApiError} `lesson_incomplete` … @throws {NetworkError} when no answer came
 */
export const finishLesson = async (userId: string, lesson: Lesson): Promise<CourseProgress> => {
  if (session.token() === '') throw new Error('No JWT token found')
  if (userId === '') throw new Error('User ID not found')
  if (!(await outboxOf(userId).flush())) throw new Error('Failed to finish lesson')
  return call('POST /api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}', {
    params: { userId, lessonId: lesson.id, courseId: lesson.course.id },
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/**
 * Gives a function that hands a write to the outbox and shows its effect at once. It resolves when the write is on disk; what goes
 * wrong on the way is only logged and the lesson goes on (product spec §8).
 */
export const useSave = (lesson: Lesson): ((write: LearnerWrite) => Promise<void>) => {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const { queryKey } = lessonProgressQuery(userId, lesson.id)
  const courseKey = courseProgressQuery(userId, lesson.course.id).queryKey

  const showNow = async (write: LearnerWrite): Promise<void> => {
    // An answer that set out before this write would undo it on the screen.
    await client.cancelQueries({ queryKey })
    client.setQueryData<LessonProgress>(queryKey, (progress) => progress && overlayWrites(progress, [write]))
    // The way back into the lesson leads to the same place, before the course is read anew.
    client.setQueryData<CourseProgress>(courseKey, (progress) => progress && overlayPlace(progress, [write]))
  }
  return async (write) => {
    const stored = outboxOf(userId).enqueue(write.path, write.body)
    await Promise.all([stored, showNow(write)]).catch((error: unknown) => logError('Progress was not stored.', error))
  }
}
