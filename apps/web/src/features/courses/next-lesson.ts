import type { Course, LessonSummary } from '@kitewise/contract/entities'
import { lessonState, type LessonState } from '@kitewise/rules/lesson-state'
import type { ShownProgress } from './progress-of.ts'

const lessonsOf = (course: Course): LessonSummary[] =>
  (course.chapters ?? []).flatMap((chapter) => chapter.lessons ?? [])

/** The state of every lesson of the course, by id. */
export const lessonStates = (course: Course, progress: ShownProgress): Map<string, LessonState> => {
  const ids = lessonsOf(course).map((lesson) => lesson.id)
  return new Map(ids.map((id) => [id, lessonState(ids, progress.progressInfo, id)]))
}

/** What to do next in a course: the current lesson, else the first open one; null when all are finished. */
export const nextLesson = (
  course: Course,
  progress: ShownProgress,
): { lesson: LessonSummary; state: 'current' | 'available' } | null => {
  const states = lessonStates(course, progress)
  for (const state of ['current', 'available'] as const) {
    const lesson = lessonsOf(course).find(({ id }) => states.get(id) === state)
    if (lesson) return { lesson, state }
  }
  return null
}
