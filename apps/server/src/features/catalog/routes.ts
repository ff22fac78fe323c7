import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { courseAnswer, describeTask, lessonAnswer, lessonLanguagesAnswer } from '@kitewise/content/answers'
import { type Catalog, type CatalogCourse, type FoundLesson, isPromptTask } from '@kitewise/content/catalog'
import type { Course, CoursePack } from '@kitewise/contract/entities'
import type { TextLanguage } from '@kitewise/rules/language'
import { type Handlers, prebuildAnswer, type PrebuiltAnswer } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { answerOnce } from './answer-once.ts'

export const catalogRoutes: Handlers<'listCourses' | 'lessonLanguages' | 'getCourse' | 'getLesson' | 'coursePack'> = {
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
    const build = () => {
      const { bytes: packBytes } = packOf(catalog, course, language)
      return prebuildAnswer('getCourse', { data: { ...courseAnswer(course, language), packBytes } })
    }
    return ok(answerOnce(catalog, `course ${language} ${course.id}`, build))
  },

  getLesson: async ({ catalog }, { params, session, language }) => {
    const found = catalog.findLesson(params.id)
    if (!found) return refuse('lesson_not_found')
    const allowed = mayReadLesson(session, found)
    if (!allowed.ok) return allowed
    return ok(lessonOnce(catalog, found, language))
  },

  coursePack: async ({ catalog }, { params, language }) => {
    const course = catalog.findCourse(params.id)
    if (!course) return refuse('course_not_found')
    const build = () => prebuildAnswer('coursePack', { data: packOf(catalog, course, language) })
    return ok(answerOnce(catalog, `pack ${language} ${course.id}`, build))
  },
}

const lessonOnce = (catalog: Catalog, found: FoundLesson, language: TextLanguage): PrebuiltAnswer => {
  const build = () => prebuildAnswer('getLesson', { data: lessonAnswer(found, language) })
  return answerOnce(catalog, `lesson ${language} ${found.lesson.id}`, build)
}

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16)

/** Lessons by the bytes of their answers, and the covers that the app shows for them and for the course. */
const packOf = (catalog: Catalog, course: CatalogCourse, language: TextLanguage): CoursePack => {
  const lessons = course.lessons.flatMap(({ id }) => {
    const found = catalog.findLesson(id)
    if (!found) return []
    const { identity } = lessonOnce(catalog, found, language)
    return [{ id, hash: hashOf(identity), bytes: identity.length }]
  })
  const { featuredImage, chapters = [] } = courseAnswer(course, language)
  const images = [featuredImage, ...chapters.flatMap((chapter) => chapter.lessons ?? []).map(({ image }) => image)]
  const pictures = images.flatMap((image) => {
    const path = image && catalog.findCover(image.url.replace(/^\/covers\/|\.svg$/g, ''))
    if (!image || !path) return []
    const bytes = readFileSync(path)
    return [{ url: image.url, hash: hashOf(bytes), bytes: bytes.length }]
  })
  const prompts = course.lessons
    .flatMap(({ fragments }) => fragments)
    .flatMap(({ practices }) => practices)
    .filter(isPromptTask)
  const tasks = Object.fromEntries(
    prompts
      // Without a connection, a prompt is evaluated in the task's language only.
      .map((practice) => [practice.id, { ...describeTask(course, practice, language), elsewhere: {} }] as const)
      .filter(([, task]) => !task.isExam),
  )
  const taskBytes = JSON.stringify(tasks)
  const parts = [...lessons, ...pictures, { hash: hashOf(taskBytes), bytes: Buffer.byteLength(taskBytes) }]
  return {
    courseId: course.id,
    hash: hashOf(parts.map(({ hash }) => hash).join()),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    lessons,
    pictures,
    tasks,
  }
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
