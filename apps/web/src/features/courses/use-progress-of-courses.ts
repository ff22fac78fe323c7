import type { Course } from '@kitewise/contract/entities'
import { useQueries } from '@tanstack/react-query'
import { courseProgressQuery } from '../../lib/learning-queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { type ShownProgress, unknownProgress } from './course-progress.ts'

export type CourseWithProgress = { course: Course; progress: ShownProgress }

export type ProgressTrouble = { onRetry: () => void; isRetrying: boolean }

type ProgressOfCourses = {
  entries: CourseWithProgress[]
  /** Until every progress call has settled for the first time. */
  isLoading: boolean
  /** Null when every progress is known. */
  trouble: ProgressTrouble | null
}

export function useProgressOfCourses(courses: readonly Course[]): ProgressOfCourses {
  const learner = useLearner()
  return useQueries({
    queries: courses.map((course) => courseProgressQuery(learner.id, course.id)),
    combine: (results) => {
      const failed = results.filter(({ data, errorUpdateCount }) => data === undefined && errorUpdateCount > 0)
      const retry = () => failed.forEach((result) => void result.refetch())
      return {
        entries: courses.map((course, index) => ({ course, progress: results[index]?.data ?? unknownProgress })),
        isLoading: results.some((result) => result.isLoading && result.errorUpdateCount === 0),
        trouble: failed.length === 0 ? null : { onRetry: retry, isRetrying: failed.some((one) => one.isFetching) },
      }
    },
  })
}
