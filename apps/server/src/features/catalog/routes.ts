import { courseAnswer, lessonAnswer } from '@kitewise/content/answers'
import { type Handlers, prebuildAnswer } from '../../platform/handler.ts'
import { ok, refuse } from '../../platform/result.ts'
import { answerOnce } from './answer-once.ts'
import { mayReadLesson } from './may-read-lesson.ts'
import { populateCourse } from './populate-course.ts'
import { readPopulate } from './read-populate.ts'

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
