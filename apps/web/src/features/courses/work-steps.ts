import type { Course, LessonSummary, LineOfWork } from '@kitewise/contract/entities'
import { learningPath, nextOnPath, type PathLesson } from '@kitewise/rules/learning-path'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { paths } from '../../lib/paths.ts'
import { isKnown, lessonPath, lessonStates } from './course-progress.ts'
import type { CourseWithProgress } from './use-progress-of-courses.ts'

export type WorkStep = {
  course: Course
  lesson: LessonSummary
  /** Null while the progress is unknown. */
  state: LessonState | null
  /** How many lessons of the course come first; 0 if it's open or the progress is unknown. */
  waitsFor: number
  /** Leads to the lesson, or to its course while it's locked. */
  path: string
}

export type NextWorkStep = {
  course: Course
  /** The lesson to do now, and whether it's already started. */
  lesson: LessonSummary
  path: string
  isStarted: boolean
  /** The lesson of the path that it leads to, if that is another one. */
  target: LessonSummary | null
}

type WorkPath = { steps: WorkStep[]; finished: number; next: NextWorkStep | null }

const lessonsOf = (course: Course): LessonSummary[] =>
  (course.chapters ?? []).flatMap((chapter) => chapter.lessons ?? [])

/** The path for a line of work with what the learner has done, and the lesson to do now; null if all are finished. */
export function workPath(entries: readonly CourseWithProgress[], work: LineOfWork): WorkPath {
  const learner = {
    finishedLessons: entries.flatMap(({ progress }) => progress.progressInfo.finishedLessons),
    startedLessons: entries.flatMap(({ progress }) => progress.progressInfo.startedLessons),
  }
  const courses = entries.map(({ course }) => ({ id: course.id, lessons: lessonsOf(course) }))
  const path = learningPath(courses, work, learner)
  const next = nextOnPath(path, learner)
  return {
    steps: path.flatMap((one) => stepOf(entries, one) ?? []),
    finished: path.filter(({ isFinished }) => isFinished).length,
    next: next && nextStepOf(entries, next),
  }
}

const find = (entries: readonly CourseWithProgress[], courseId: string, lessonId: string) => {
  const entry = entries.find(({ course }) => course.id === courseId)
  const lesson = entry && lessonsOf(entry.course).find(({ id }) => id === lessonId)
  if (!entry || !lesson) return null
  const { course, progress } = entry
  const state = isKnown(progress) ? (lessonStates(course, progress).get(lessonId) ?? 'locked') : null
  const open = state && lessonPath(courseId, lessonId, state, progress.progressInfo.fragmentIndex)
  return { course, lesson, state, path: open ?? paths.course(courseId) }
}

const stepOf = (entries: readonly CourseWithProgress[], { courseId, id, waitsFor }: PathLesson): WorkStep | null => {
  const found = find(entries, courseId, id)
  return found && { ...found, waitsFor: found.state === null ? 0 : waitsFor.length }
}

const nextStepOf = (
  entries: readonly CourseWithProgress[],
  { courseId, id, waitsFor }: PathLesson,
): NextWorkStep | null => {
  const [nowId = id] = waitsFor
  const now = find(entries, courseId, nowId)
  if (!now) return null
  const target = nowId === id ? null : (find(entries, courseId, id)?.lesson ?? null)
  return { course: now.course, lesson: now.lesson, path: now.path, isStarted: now.state === 'current', target }
}
