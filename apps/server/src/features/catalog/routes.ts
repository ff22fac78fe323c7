import { courseAnswer, lessonAnswer } from '@kitewise/content/answers'
import type { FoundLesson } from '@kitewise/content/catalog'
import { type Handlers, prebuildAnswer } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { answerOnce } from './answer-once.ts'
import { populateCourse, readPopulate } from './populate-course.ts'

export const catalogRoutes: Handlers<'listCourses' | 'getCourse' | 'getLesson'> = {
  listCourses: async ({ catalog }, { query, language }) => {
    const parts = readPopulate(query)
    const build = () => {
      const courses = catalog.courses.map((course) => populateCourse(courseAnswer(course, language), parts))
      return prebuildAnswer('listCourses', { data: courses })
    }
    return ok(answerOnce(catalog, `courses ${language} ${parts.join()}`, build))
  },

  getCourse: async ({ catalog }, { params, language }) => {
    const course = catalog.findCourse(params.id)
    if (!course) return refuse('course_not_found')
    const build = () => prebuildAnswer('getCourse', { data: courseAnswer(course, language) })
    return ok(answerOnce(catalog, `course ${language} ${course.id}`, build))
  },

  getLesson: async ({ catalog }, { params, session, language }) => {
    const found = catalog.findLesson(params.id)
    if (!found) return refuse('lesson_not_found')
    const allowed = mayReadLesson(session, found)
    if (!allowed.ok) return allowed
    const build = () => prebuildAnswer('getLesson', { data: lessonAnswer(found, language) })
    return ok(answerOnce(catalog, `lesson ${language} ${found.lesson.id}`, build))
  },
}

/**
 * The first lesson of a course is a free preview; the others need a session (`unauthorized`) and a subscription that gives access
 * (`subscription_required`). Source: docs/product.md.
 */
const mayReadLesson = (session: { hasAccess: boolean } | null, found: FoundLesson): Result<null> => {
  if (found.position === 0) return ok(null)
  if (!session) return refuse('unauthorized')
  return session.hasAccess ? ok(null) : refuse('subscription_required')
}
