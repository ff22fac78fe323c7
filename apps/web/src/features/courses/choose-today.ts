import { lessonPath } from './lesson-path.ts'
import { nextLesson } from './next-lesson.ts'
import type { CourseWithProgress } from './use-progress-of-courses.ts'

export type NextStep = CourseWithProgress & {
  lessonTitle: string
  lessonImage: string
  minutes: number
  path: string
  kind: 'current' | 'next' | 'first'
}

const stepOf = (entry: CourseWithProgress): NextStep | null => {
  const next = nextLesson(entry.course, entry.progress)
  const path =
    next && lessonPath(entry.course.id, next.lesson.id, next.state, entry.progress.progressInfo.fragmentIndex)
  if (!next || path === null) return null
  const kind =
    next.state === 'current' ? 'current' : entry.progress.status === 'not_started' ? 'first' : ('next' as const)
  return {
    ...entry,
    lessonTitle: next.lesson.title,
    lessonImage: next.lesson.image.url,
    minutes: next.lesson.minutes,
    path,
    kind,
  }
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
  const steps = [...begun, ...fresh].map(stepOf).filter((step) => step !== null)
  const next = steps.find(({ kind }) => kind === 'current') ?? steps[0] ?? null
  const recommended = fresh.find(({ course }) => course.id !== next?.course.id) ?? null
  return { next, begun, recommended }
}
