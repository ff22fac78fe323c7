import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { interfaceLocale } from './i18n/language.ts'
import { readOrKept } from './kept-reads.ts'
import { readWithUnsent } from './outbox/read-with-unsent.ts'
import { overlayPlace } from './overlay-place.ts'

/** What screens read about courses and progress, without a connection as it was read last. Keys of catalogue answers hold the language, since the texts differ. */

export const courseListQuery = () =>
  queryOptions({
    queryKey: ['courses', interfaceLocale()],
    queryFn: ({ queryKey, signal }) => {
      const query = { 'populate[0]': 'chapters', 'populate[1]': 'chapters.lessons', 'populate[2]': 'featuredImage' }
      return readOrKept(queryKey, () => call('GET /api/courses', { query, signal }))
    },
    staleTime: 5 * 60_000,
  })

export const courseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['course', courseId, interfaceLocale()],
    queryFn: ({ queryKey, signal }) =>
      readOrKept(queryKey, () => call('GET /api/courses/{id}', { params: { id: courseId }, signal })),
    staleTime: 5 * 60_000,
  })

/** The learner's progress in a course, with the place that writes under way lead to. */
export const courseProgressQuery = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['course-progress', userId, courseId],
    queryFn: ({ queryKey, signal }) => {
      const params = { userId, courseId }
      const ask = () => call('GET /api/user-course-progress/course/{userId}/{courseId}', { params, signal })
      return readWithUnsent(userId, () => readOrKept(queryKey, ask), overlayPlace)
    },
  })

export const lessonQuery = (lessonId: string) =>
  queryOptions({
    queryKey: ['lesson', lessonId, interfaceLocale()],
    queryFn: ({ queryKey, signal }) =>
      readOrKept(queryKey, () => call('GET /api/lessons/{id}', { params: { id: lessonId }, signal })),
    staleTime: 5 * 60_000,
  })
