import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { interfaceLocale } from './i18n/language.ts'

/** What screens read about courses and progress. Keys of catalogue answers hold the language, since the texts differ. */

export const courseListQuery = () =>
  queryOptions({
    queryKey: ['courses', interfaceLocale()],
    queryFn: ({ signal }) =>
      call('GET /api/courses', {
        query: { 'populate[0]': 'chapters', 'populate[1]': 'chapters.lessons', 'populate[2]': 'featuredImage' },
        signal,
      }),
    staleTime: 5 * 60_000,
  })

export const courseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['course', courseId, interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/courses/{id}', { params: { id: courseId }, signal }),
    staleTime: 5 * 60_000,
  })

export const courseProgressQuery = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['course-progress', userId, courseId],
    queryFn: ({ signal }) =>
      call('GET /api/user-course-progress/course/{userId}/{courseId}', { params: { userId, courseId }, signal }),
  })

export const lessonQuery = (lessonId: string) =>
  queryOptions({
    queryKey: ['lesson', lessonId, interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/lessons/{id}', { params: { id: lessonId }, signal }),
    staleTime: 5 * 60_000,
  })
