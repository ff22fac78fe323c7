import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'

const staleTime = 5 * 60_000

export function coursesOnOfferQuery() {
  return queryOptions({
    queryKey: ['courses-on-offer', interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/courses', { query: { 'populate[0]': 'featuredImage' }, signal }),
    staleTime,
  })
}

export function courseOnOfferQuery(id: string) {
  return queryOptions({
    queryKey: ['course-on-offer', id, interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/courses/{id}', { params: { id }, signal }),
    staleTime,
  })
}

/** The first lesson of a course, which is free for everyone. */
export function freeLessonQuery(id: string) {
  return queryOptions({
    queryKey: ['free-lesson', id, interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/lessons/{id}', { params: { id }, signal }),
    staleTime,
  })
}
