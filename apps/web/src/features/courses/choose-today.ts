import { lessonPath } from './lesson-path.ts'
import { nextLesson } from './next-lesson.ts'
import type { CourseWithProgress } from './use-progress-of-courses.ts'

export type NextStep = CourseWithProgress & {
  lessonTitle: string
  lessonImage: string
  minutes: number
  path: string
  /** `first` is the very first lesson, `newCourse` the first one of another course. */
  kind: 'current' | 'next' | 'first' | 'newCourse'
}

const stepOf = (entry: CourseWithProgress, hasBegun: boolean): NextStep | null => {
  const next = nextLesson(entry.course, entry.progress)
  const path =
    next && lessonPath(entry.course.id, next.lesson.id, next.state, entry.progress.progressInfo.fragmentIndex)
  if (!next || path === null) return null
  return {
    ...entry,
    lessonTitle: next.lesson.title,
    lessonImage: next.lesson.image.url,
    minutes: next.lesson.minutes,
    path,
    kind: kindOf(next.state, entry, hasBegun),
  }
}

const kindOf = (state: 'current' | 'available', { progress }: CourseWithProgress, hasBegun: boolean) => {
  if (state === 'current') return 'current'
  if (progress.status !== 'not_started') return 'next'
  return hasBegun ? 'newCourse' : 'first'
}

/**
 * What the dashboard shows (decisions §1). The next step is in a course begun, before one that is not; one course
 * not begun is recommended, unless it already is the next step.
 */
export const chooseToday = (
  entries: readonly CourseWithProgress[],
): { next: NextStep | null; begun: CourseWithProgress[]; recommended: CourseWithProgress | null } => {
  const begun = entries.filter(({ progress }) => progress.status !== 'not_started')
  const fresh = entries.filter(({ progress }) => progress.status === 'not_started')
  const steps = [...begun, ...fresh].map((entry) => stepOf(entry, begun.length > 0)).filter((step) => step !== null)
  const next = steps.find(({ kind }) => kind === 'current') ?? steps[0] ?? null
  const recommended = fresh.find(({ course }) => course.id !== next?.course.id) ?? null
  return { next, begun, recommended }
}
