import type { CatalogCourse, CatalogLesson } from '@kitewise/content/catalog'
import { lessonState, type LessonsOfLearner } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { findLearnerLessons } from './find-learner-lessons.ts'

type NextLesson = { course: CatalogCourse; lesson: CatalogLesson }

const nextIn = (course: CatalogCourse, learner: LessonsOfLearner) => {
  const lessonIds = course.lessons.map(({ id }) => id)
  const isIn = (wanted: 'current' | 'available') => (lesson: CatalogLesson) =>
    lessonState(lessonIds, learner, lesson.id) === wanted
  const current = course.lessons.find(isIn('current'))
  const lesson = current ?? course.lessons.find(isIn('available'))
  return lesson && { course, lesson, isCurrent: current !== undefined, isBegun: learner.startedLessons.length > 0 }
}

/**
 * The lesson to go on with, as the dashboard shows it: the one being learned, else the next in a course begun, else the first of one
 * that is not. Null when all is learned.
 */
export const findNextLesson = async (context: Context, userId: string): Promise<NextLesson | null> => {
  const steps = []
  for (const course of context.catalog.courses) {
    const step = nextIn(course, await findLearnerLessons(context, userId, course.id))
    if (step) steps.push(step)
  }
  return steps.find(({ isCurrent }) => isCurrent) ?? steps.find(({ isBegun }) => isBegun) ?? steps[0] ?? null
}
