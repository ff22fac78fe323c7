import { courseAnswer, lessonAnswer, lessonLanguagesAnswer } from '@kitewise/content/answers'
import type { FoundLesson } from '@kitewise/content/catalog'
import type { Course } from '@kitewise/contract/entities'
import { type Handlers, prebuildAnswer } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { answerOnce } from './answer-once.ts'

export const catalogRoutes: Handlers<'listCourses' | 'lessonLanguages' | 'getCourse' | 'getLesson'> = {
  listCourses: async ({ catalog }, { query, language }) => {
    const parts = readPopulate(query)
    const build = () => {
      const courses = catalog.courses.map((course) => populateCourse(courseAnswer(course, language), parts))
      return prebuildAnswer('listCourses', { data: courses })
    }
    return ok(answerOnce(catalog, `courses ${language} ${parts.join()}`, build))
  },

  lessonLanguages: async ({ catalog }, { language }) => {
    const build = () => prebuildAnswer('lessonLanguages', { data: lessonLanguagesAnswer(catalog.courses, language) })
    return ok(answerOnce(catalog, `lesson languages ${language}`, build))
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

/** The first lesson of a course is a free preview (docs/product.md). */
const mayReadLesson = (session: { hasAccess: boolean } | null, found: FoundLesson): Result<null> => {
  if (found.position === 0) return ok(null)
  if (!session) return refuse('unauthorized')
  return session.hasAccess ? ok(null) : refuse('subscription_required')
}

const wanted = ['chapters', 'chapters.lessons', 'featuredImage'] as const
type Population = (typeof wanted)[number]

const longestList = 20
const isPopulateKey = /^populate\[\d{1,2}\]$/

/** Each part once and in a fixed order. Ignores other names, repeated keys and everything after 20 keys (docs/product.md). */
export function readPopulate(query: Record<string, unknown>): Population[] {
  const asked = new Set<unknown>()
  let taken = 0
  for (const [key, value] of Object.entries(query)) {
    if (taken === longestList) break
    if (!isPopulateKey.test(key)) continue
    asked.add(value)
    taken += 1
  }
  return asked.size === 0 ? [] : wanted.filter((part) => asked.has(part))
}

/** Lessons are inside their chapters. */
const populateCourse = (course: Course, parts: readonly Population[]): Course => {
  const { featuredImage, chapters, progressMessages: _, ...plain } = course
  const hasLessons = parts.includes('chapters.lessons')
  return {
    ...plain,
    ...(parts.includes('featuredImage') ? { featuredImage } : {}),
    ...(hasLessons || parts.includes('chapters')
      ? { chapters: chapters?.map(({ lessons, ...chapter }) => (hasLessons ? { ...chapter, lessons } : chapter)) }
      : {}),
  }
}
