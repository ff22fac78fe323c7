import type { Course, CourseProgress, LessonSummary } from '@kitewise/contract/entities'
import { lessonState, type LessonState } from '@kitewise/rules/lesson-state'
import { useTranslations } from 'use-intl'
import { paths } from '../../lib/paths.ts'

/** Unknown progress (loading, or failed) is 0 of 0 lessons (docs/product.md). */
export type ShownProgress = Pick<
  CourseProgress,
  'status' | 'totalLessons' | 'lessonsCompleted' | 'percent' | 'progressInfo'
>

export const unknownProgress: ShownProgress = {
  status: 'not_started',
  totalLessons: 0,
  lessonsCompleted: 0,
  percent: 0,
  progressInfo: { finishedLessons: [], startedLessons: [], lesson: null, fragmentIndex: 0 },
}

export function isKnown(progress: ShownProgress): boolean {
  return progress !== unknownProgress
}

const lessonsOf = (course: Course): LessonSummary[] =>
  (course.chapters ?? []).flatMap((chapter) => chapter.lessons ?? [])

export function lessonStates(course: Course, progress: ShownProgress): Map<string, LessonState> {
  const ids = lessonsOf(course).map((lesson) => lesson.id)
  return new Map(ids.map((id) => [id, lessonState(ids, progress.progressInfo, id)]))
}

/** The next step in a course: the current lesson, else the first open one; null when all are finished. */
export function nextLesson(
  course: Course,
  progress: ShownProgress,
): { lesson: LessonSummary; state: 'current' | 'available' } | null {
  const states = lessonStates(course, progress)
  for (const state of ['current', 'available'] as const) {
    const lesson = lessonsOf(course).find(({ id }) => states.get(id) === state)
    if (lesson) return { lesson, state }
  }
  return null
}

/** A completed lesson opens for reading, the current one where the learner stopped (docs/product.md). */
export function lessonPath(
  courseId: string,
  lessonId: string,
  state: LessonState,
  storedFragment: number,
): string | null {
  if (state === 'completed') return paths.lessonLearn(courseId, lessonId)
  if (state === 'current') return paths.lessonLearn(courseId, lessonId, storedFragment)
  return state === 'available' ? paths.lessonStart(courseId, lessonId) : null
}

/** Minutes of the unfinished lessons, the current one included. */
export function minutesLeft(course: Course, progress: ShownProgress): number {
  return lessonsOf(course)
    .filter(({ id }) => !progress.progressInfo.finishedLessons.includes(id))
    .reduce((sum, { minutes }) => sum + minutes, 0)
}

/** From an hour on, single minutes are noise. */
const stepFromAnHour = 5

/** A duration in natural units: minutes below an hour, above it hours with minutes in steps of five. */
export function asHours(minutes: number): { hours: number; minutes: number } {
  if (minutes < 60) return { hours: 0, minutes }
  const rounded = Math.round(minutes / stepFromAnHour) * stepFromAnHour
  return { hours: Math.floor(rounded / 60), minutes: rounded % 60 }
}

export function useTimeLeft(): (minutes: number) => string {
  const t = useTranslations('courses')
  return (total) => {
    const { hours, minutes } = asHours(total)
    return hours === 0 ? t('minutesLeft', { count: minutes }) : t('hoursLeft', { hours, minutes })
  }
}
