import type { CourseProgress } from '@kitewise/contract/entities'
import { courseProgress } from '@kitewise/rules/course-progress'
import { currentLesson, type LessonsOfLearner } from '@kitewise/rules/lesson-state'
import { queryOptions } from '@tanstack/react-query'
import { call, NetworkError } from './api-client.ts'
import type { FirstAnswer } from './first-client.ts'
import { interfaceLocale } from './i18n/language.ts'
import { AccessLapsed, hasLapsed } from './kept-access.ts'
import { readOrKept } from './kept-reads.ts'
import { readWithUnsent } from './outbox/learner-outbox.ts'
import type { Write } from './outbox/outbox.ts'
import { learnerQuery, streakQuery } from './queries.ts'

/** These show the last answer first, and offline. The texts depend on the language, so keys contain it. */
export function courseListQuery() {
  return queryOptions({
    queryKey: ['courses', interfaceLocale()],
    queryFn: ({ client, queryKey, signal }) => {
      const query = { 'populate[0]': 'chapters', 'populate[1]': 'chapters.lessons', 'populate[2]': 'featuredImage' }
      return readOrKept({ client, queryKey }, () => call('GET /api/courses', { query, signal }))
    },
    staleTime: 5 * 60_000,
  })
}

/** The course to which the learner's quiz leads. It changes only with another quiz. */
export const recommendedCourseQuery = queryOptions({
  queryKey: ['recommended-course'],
  queryFn: ({ client, queryKey, signal }) =>
    readOrKept({ client, queryKey }, () => call('GET /api/product-user/recommended-course', { signal })),
  staleTime: Infinity,
})

export function courseQuery(courseId: string) {
  return queryOptions({
    queryKey: ['course', courseId, interfaceLocale()],
    queryFn: ({ client, queryKey, signal }) =>
      readOrKept({ client, queryKey }, () => call('GET /api/courses/{id}', { params: { id: courseId }, signal })),
    staleTime: 5 * 60_000,
  })
}

/** The learner's progress in a course, with unsent writes applied to the place. */
export function courseProgressQuery(userId: string, courseId: string) {
  return queryOptions({
    queryKey: ['course-progress', userId, courseId],
    queryFn: ({ client, queryKey, signal }) => {
      const params = { userId, courseId }
      const ask = () => call('GET /api/user-course-progress/course/{userId}/{courseId}', { params, signal })
      return readOrKept({ client, queryKey }, ask, (read) => readWithUnsent(userId, read, overlayPlace))
    },
  })
}

export function lessonQuery(lessonId: string) {
  return queryOptions({
    queryKey: ['lesson', lessonId, interfaceLocale()],
    queryFn: async ({ client, queryKey, signal }) => {
      const ask = () => call('GET /api/lessons/{id}', { params: { id: lessonId }, signal })
      if (!(await hasLapsed())) return readOrKept({ client, queryKey }, ask)
      return ask().catch((error: unknown) => {
        throw error instanceof NetworkError ? new AccessLapsed('Access has lapsed.', { cause: error }) : error
      })
    },
    staleTime: 5 * 60_000,
  })
}

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ client, queryKey, signal }) =>
    readOrKept({ client, queryKey }, () => call('GET /api/certificates', { signal })),
})

/** What the dashboard and the list of courses show. */
export async function readCourses(firstAnswer: FirstAnswer): Promise<void> {
  const [courses = []] = await Promise.all([
    firstAnswer(courseListQuery()),
    firstAnswer(recommendedCourseQuery),
    firstAnswer(streakQuery),
  ])
  await Promise.all(courses.map(({ id }) => readProgress(firstAnswer, id)))
}

export async function readProgress(firstAnswer: FirstAnswer, courseId: string): Promise<void> {
  const learner = await firstAnswer(learnerQuery)
  if (learner) await firstAnswer(courseProgressQuery(learner.id, courseId))
}

/** Where the peak after a lesson waits for the course page. In memory only: a reload forgets it. */
export function lessonMomentKey(courseId: string): readonly string[] {
  return ['lesson-moment', courseId]
}

type FragmentBody = { lessonId: string; fragmentIndex: number; completed: boolean }

/** The lesson that a write finishes; null for any other write. */
export function finishedLesson(path: string): { lessonId: string; courseId: string } | null {
  const [, lessonId = '', courseId = ''] =
    /^\/api\/user-course-progress\/finish-lesson\/[^/]+\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  return courseId === '' ? null : { lessonId: decodeURIComponent(lessonId), courseId: decodeURIComponent(courseId) }
}

const add = (known: string[], ids: readonly string[] = []): string[] => [
  ...known,
  ...ids.filter((id) => !known.includes(id)),
]

/** The course after lessons were started or finished; a course that has them already stays as it is. */
const withLessons = (progress: CourseProgress, change: Partial<LessonsOfLearner>): CourseProgress => {
  const { progressInfo } = progress
  const learner = {
    startedLessons: add(progressInfo.startedLessons, [
      ...(change.startedLessons ?? []),
      ...(change.finishedLessons ?? []),
    ]),
    finishedLessons: add(progressInfo.finishedLessons, change.finishedLessons),
  }
  const isKnown =
    learner.startedLessons.length === progressInfo.startedLessons.length &&
    learner.finishedLessons.length === progressInfo.finishedLessons.length
  if (isKnown) return progress
  const lessonIds = progress.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id))
  const lesson = currentLesson(lessonIds, learner)
  const fragmentIndex = lesson === progressInfo.lesson ? progressInfo.fragmentIndex : 0
  return { ...progress, ...courseProgress(lessonIds, learner), progressInfo: { ...learner, lesson, fragmentIndex } }
}

const hasLesson = ({ chapters }: CourseProgress, lessonId: string): boolean =>
  chapters.some(({ lessons }) => lessons.some(({ id }) => id === lessonId))

const placeAfter = (before: CourseProgress, { path, body }: Pick<Write, 'path' | 'body'>): CourseProgress => {
  const finished = finishedLesson(path)
  if (finished?.courseId === before.courseId) return withLessons(before, { finishedLessons: [finished.lessonId] })
  if (!path.startsWith('/api/user-course-progress/fragment/')) return before
  // The outbox holds only this app's writes: the path determines the type of the body.
  const { lessonId, fragmentIndex, completed } = body as FragmentBody
  const isNew = lessonId !== before.progressInfo.lesson && hasLesson(before, lessonId)
  const progress = isNew ? withLessons(before, { startedLessons: [lessonId] }) : before
  const { progressInfo } = progress
  const isHere = lessonId === progressInfo.lesson && fragmentIndex === progressInfo.fragmentIndex
  if (!completed || !isHere) return progress
  return { ...progress, progressInfo: { ...progressInfo, fragmentIndex: fragmentIndex + 1 } }
}

/** Past the last fragment the index is one too large, which a lesson treats as its end. */
export function overlayPlace(
  progress: CourseProgress,
  writes: readonly Pick<Write, 'path' | 'body'>[],
): CourseProgress {
  return writes.reduce(placeAfter, progress)
}
