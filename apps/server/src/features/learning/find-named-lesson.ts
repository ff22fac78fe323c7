import type { FoundLesson } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type Claims, findContradictions } from './find-contradictions.ts'

/**
 * The lesson that a request speaks of. Refuses with `lesson_not_found`, `course_not_found`, or `invalid_request` and
 * the list of what does not belong together.
 */
export const findNamedLesson = (context: Context, lessonId: string, claims: Claims = {}): Result<FoundLesson> => {
  if (claims.courseId !== undefined && !context.catalog.findCourse(claims.courseId)) return refuse('course_not_found')
  const found = context.catalog.findLesson(lessonId)
  if (!found) return refuse('lesson_not_found')
  const contradictions = findContradictions(found, claims)
  return contradictions.length > 0 ? refuse('invalid_request', contradictions) : ok(found)
}
