import type { Course } from '@kitewise/contract/entities'
import { useQueries } from '@tanstack/react-query'
import { courseProgressQuery } from '../../lib/learning-queries.ts'
import { useLearner } from '../../lib/session/use-learner.ts'
import { unknownProgress, type ShownProgress } from './progress-of.ts'

export type CourseWithProgress = { course: Course; progress: ShownProgress }

/** Each course with the learner's progress in it. `isLoading` until every progress call has ended, well or badly. */
export const useProgressOfCourses = (
  courses: readonly Course[],
): { entries: CourseWithProgress[]; isLoading: boolean } => {
  const learner = useLearner()
  return useQueries({
    queries: courses.map((course) => courseProgressQuery(learner.id, course.id)),
    combine: (results) => ({
      entries: courses.map((course, index) => ({ course, progress: results[index]?.data ?? unknownProgress })),
      isLoading: results.some((result) => result.isLoading),
    }),
  })
}
