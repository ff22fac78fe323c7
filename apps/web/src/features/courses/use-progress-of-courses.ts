import type { Course } from '@kitewise/contract/entities'
import { notifyManager, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
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
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const ids = JSON.stringify(courses.map(({ id }) => id))
  const { subscribe, read } = useMemo(
    () => watchProgress(client, userId, JSON.parse(ids) as string[]),
    [client, userId, ids],
  )
  const results = useSyncExternalStore(subscribe, read, read)
  const failed = results.filter(({ data, errorUpdateCount }) => data === undefined && errorUpdateCount > 0)
  const retry = () => failed.forEach((result) => void result.refetch())
  return {
    entries: courses.map((course, index) => ({ course, progress: results[index]?.data ?? unknownProgress })),
    isLoading: results.some(({ data, errorUpdateCount }) => data === undefined && errorUpdateCount === 0),
    trouble: failed.length === 0 ? null : { onRetry: retry, isRetrying: failed.some((one) => one.isFetching) },
  }
}

/** The progress in several courses as one store. `useQueries` does it too, and more, for a kilobyte on every screen of a learner. */
const watchProgress = (client: QueryClient, userId: string, courseIds: readonly string[]) => {
  const observers = courseIds.map((courseId) => new QueryObserver(client, courseProgressQuery(userId, courseId)))
  const readAll = () => observers.map((observer) => observer.getCurrentResult())
  let results = readAll()
  return {
    read: () => results,
    subscribe: (tell: () => void) => {
      const update = notifyManager.batchCalls(() => {
        results = readAll()
        tell()
      })
      const stops = observers.map((observer) => observer.subscribe(update))
      // Something may have come between drawing and this.
      results = readAll()
      return () => stops.forEach((stop) => stop())
    },
  }
}
