import type { CourseProgress, Lesson, LessonProgress } from '@kitewise/contract/entities'
import { canOpenLesson, lessonState } from '@kitewise/rules/lesson-state'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-client.ts'
import { prepareReads } from '../../lib/first-client.ts'
import { AccessLapsed } from '../../lib/kept-access.ts'
import { courseProgressQuery, lessonQuery, readProgress } from '../../lib/learning-queries.ts'
import { learnerQuery } from '../../lib/queries.ts'
import { matchPath } from '../../lib/router.tsx'
import { useLearner } from '../../lib/session/session.ts'
import { lessonProgressQuery } from './api.ts'

/** Why a lesson is not shown. */
export type LessonTrouble =
  | { status: 'loading' }
  | { status: 'idsMissing' }
  | { status: 'notFound' }
  | { status: 'locked' }
  | { status: 'subscription' }
  | { status: 'lapsed' }
  | { status: 'failed'; error: Error; retry: () => void; isRetrying: boolean }

type LessonData = LessonTrouble | { status: 'open'; lesson: Lesson; progress: LessonProgress }

const troubleOf = (error: Error, retry: () => void, isRetrying: boolean): LessonTrouble => {
  if (error instanceof AccessLapsed) return { status: 'lapsed' }
  if (!(error instanceof ApiError)) return { status: 'failed', error, retry, isRetrying }
  if (error.status === 404) return { status: 'notFound' }
  if (error.code === 'subscription_required') return { status: 'subscription' }
  if (error.code === 'lesson_locked') return { status: 'locked' }
  return { status: 'failed', error, retry, isRetrying }
}

/** A lesson with the learner's progress, or why it cannot be shown. All three calls run in parallel. */
export function useLessonData(courseId: string, lessonId: string): LessonData {
  const { id: userId } = useLearner()
  const enabled = courseId !== '' && lessonId !== ''
  const lesson = useQuery({ ...lessonQuery(lessonId), enabled })
  const progress = useQuery({ ...lessonProgressQuery(userId, lessonId), enabled })
  const course = useQuery({ ...courseProgressQuery(userId, courseId), enabled })

  if (!enabled) return { status: 'idsMissing' }
  const failed = [lesson, progress].find(({ data, error }) => error !== null && data === undefined)
  if (failed?.error) return troubleOf(failed.error, () => void failed.refetch(), failed.isFetching)
  if (!lesson.data || !progress.data || course.isLoading) return { status: 'loading' }
  if (lesson.data.course.id !== courseId) return { status: 'notFound' }
  if (isLessonLocked(course.data, lessonId)) return { status: 'locked' }
  return { status: 'open', lesson: lesson.data, progress: progress.data }
}

/** Reads the lesson of the page's address before React starts. */
export function prepareLesson(): Promise<void> {
  const { courseId = '', lessonId = '' } = matchPath('/course/:courseId/lesson/:lessonId/*', location.pathname) ?? {}
  return prepareReads(async (firstAnswer) => {
    const ofLearner = firstAnswer(learnerQuery).then(
      (learner) => learner && firstAnswer(lessonProgressQuery(learner.id, lessonId)),
    )
    await Promise.all([firstAnswer(lessonQuery(lessonId)), readProgress(firstAnswer, courseId), ofLearner])
  })
}

/** Whether a lesson is still locked. Unknown progress locks nothing: the server decides at the first write. */
export function isLessonLocked(progress: CourseProgress | undefined, lessonId: string): boolean {
  if (!progress) return false
  const lessonIds = progress.chapters.flatMap((chapter) => chapter.lessons.map(({ id }) => id))
  return lessonIds.length > 0 && !canOpenLesson(lessonState(lessonIds, progress.progressInfo, lessonId))
}
