import type { Course, Lesson } from '@kitewise/contract/entities'
import { call } from '../../lib/api-client.ts'
import { findPageData } from '../../lib/early-answers.ts'
import { useLanguage } from '../../lib/i18n/language.ts'

export async function readCoursesOnOffer(signal: AbortSignal): Promise<Course[]> {
  return call('GET /api/courses', { query: { 'populate[0]': 'featuredImage' }, signal })
}

/** The course that a drawn page brings along, if it is this one. The catalog may have changed since: it is asked for anyway. */
export function drawnCourse(id: string): Course | undefined {
  const course = findPageData(useLanguage.getState().language)?.course
  return course?.id === id ? course : undefined
}

export async function readCourseOnOffer(id: string, signal: AbortSignal): Promise<Course> {
  return call('GET /api/courses/{id}', { params: { id }, signal })
}

/** The first lesson of a course, which is free for everyone. */
export async function readFreeLesson(id: string, signal: AbortSignal): Promise<Lesson> {
  return call('GET /api/lessons/{id}', { params: { id }, signal })
}
