import { courseAnswer } from '@kitewise/content/answers'
import type { Catalog } from '@kitewise/content/catalog'
import type { CourseProgress } from '@kitewise/contract/entities'
import { currentLesson } from '@kitewise/rules/lesson-state'
import { nextFragment } from '@kitewise/rules/starting-fragment'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findLearnerLessons } from './find-learner-lessons.ts'
import { presentCourseProgress } from './present.ts'
import { type FragmentRow, listFragments } from './queries.ts'

/** The zero-based fragment to go on with in a lesson. */
const fragmentToGoOnWith = (catalog: Catalog, lessonId: string, rows: FragmentRow[]): number => {
  const completed = new Set(rows.filter((row) => row.completedAtMs !== null).map((row) => row.fragmentId))
  const fragments = catalog.findLesson(lessonId)?.lesson.fragments ?? []
  return nextFragment(fragments.map(({ id }) => completed.has(id)))
}

/** How far a learner is in a course, with titles in the wanted language. Refuses with `course_not_found`. */
export const getCourseProgress = async (
  context: Context,
  userId: string,
  courseId: string,
  language: string,
): Promise<Result<CourseProgress>> => {
  const course = context.catalog.findCourse(courseId)
  if (!course) return refuse('course_not_found')
  const learner = await findLearnerLessons(context, userId, courseId)
  const lessonIds = course.lessons.map(({ id }) => id)
  const lesson = currentLesson(lessonIds, learner)
  const rows = lesson === null ? [] : await listFragments(context.db, userId, lesson)
  const fragmentIndex = lesson === null ? 0 : fragmentToGoOnWith(context.catalog, lesson, rows)
  return ok(presentCourseProgress(courseAnswer(course, language), learner, fragmentIndex))
}
