import type { Course } from '@kitewise/contract/entities'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { findPageData } from '../../lib/early-answers.ts'
import { interfaceLocale, useLanguage } from '../../lib/i18n/language.ts'

const staleTime = 5 * 60_000

export function coursesOnOfferQuery() {
  return queryOptions({
    queryKey: ['courses-on-offer', interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/courses', { query: { 'populate[0]': 'featuredImage' }, signal }),
    staleTime,
  })
}

/** The course that a drawn page brings along, if it is this one. The catalog may have changed since: it is asked for anyway. */
const drawnCourse = (id: string): Course | undefined => {
  const course = findPageData(useLanguage.getState().language)?.course
  return course?.id === id ? course : undefined
}

export function courseOnOfferQuery(id: string) {
  return queryOptions({
    queryKey: ['course-on-offer', id, interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/courses/{id}', { params: { id }, signal }),
    staleTime,
    initialData: () => drawnCourse(id),
    initialDataUpdatedAt: 0,
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
