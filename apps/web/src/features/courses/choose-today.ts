import type { FirstView } from '../../lib/first-view.ts'
import { isKnown, lessonPath, nextLesson } from './course-progress.ts'
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

/** What the frame of a screen with this step shows before it has loaded. */
export function viewOfStep(next: NextStep | null): FirstView | undefined {
  return next ? { picture: next.lessonImage, title: next.lessonTitle, text: next.course.title } : undefined
}

/**
 * A started course comes before a new one (docs/product.md). Where progress is unknown the learner may be in the middle:
 * then only a lesson in progress elsewhere is offered.
 */
export function chooseToday(entries: readonly CourseWithProgress[]): {
  next: NextStep | null
  begun: CourseWithProgress[]
  recommended: CourseWithProgress | null
} {
  const known = entries.filter(({ progress }) => isKnown(progress))
  const isCertain = known.length === entries.length
  const begun = known.filter(({ progress }) => progress.status !== 'not_started')
  const fresh = known.filter(({ progress }) => progress.status === 'not_started')
  const steps = [...begun, ...fresh].map((entry) => stepOf(entry, begun.length > 0)).filter((step) => step !== null)
  const next = steps.find(({ kind }) => kind === 'current') ?? (isCertain ? steps[0] : undefined)
  const recommended = isCertain ? fresh.find(({ course }) => course.id !== next?.course.id) : undefined
  return { next: next ?? null, begun, recommended: recommended ?? null }
}
