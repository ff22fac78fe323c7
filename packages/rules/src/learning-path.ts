import type { LineOfWork } from '@kitewise/contract/entities'
import { canOpenLesson, currentLesson, type LessonsOfLearner, lessonState } from './lesson-state.ts'

/**
 * "For my work": the lessons that are tagged with the learner's line of work (docs/product.md R127). The order is the curriculum's:
 * the courses in display order, in which the content check puts prerequisites first, and the lessons of a course in
 * its order. Lessons are still taken in order, so a matching lesson may wait for others of its course.
 */

export type PathCourse = {
  id: string
  /** All lessons of the course, in order. */
  lessons: readonly { id: string; linesOfWork?: readonly LineOfWork[] | undefined }[]
}

export type PathLesson = {
  id: string
  courseId: string
  isFinished: boolean
  /** The lessons to finish first, the next one first; empty if it's open. */
  waitsFor: readonly string[]
}

/** `learner`: of all courses. */
export function learningPath(
  courses: readonly PathCourse[],
  work: LineOfWork,
  learner: LessonsOfLearner,
): PathLesson[] {
  return courses.flatMap(({ id: courseId, lessons }) => {
    const ids = lessons.map(({ id }) => id)
    const matching = lessons.filter(({ linesOfWork }) => linesOfWork?.includes(work))
    return matching.map(({ id }) => ({
      id,
      courseId,
      isFinished: learner.finishedLessons.includes(id),
      waitsFor: lessonsBefore(ids, learner, id),
    }))
  })
}

/** Back to the first lesson that is open. */
const lessonsBefore = (lessonIds: readonly string[], learner: LessonsOfLearner, lessonId: string): string[] => {
  const isOpen = (id: string) => canOpenLesson(lessonState(lessonIds, learner, id))
  if (isOpen(lessonId)) return []
  const earlier = lessonIds.slice(0, lessonIds.indexOf(lessonId))
  return earlier.slice(earlier.findLastIndex(isOpen))
}

/** The lesson of the path in progress, of several the last in `learner`, else the first unfinished one; null after all. */
export function nextOnPath(path: readonly PathLesson[], learner: LessonsOfLearner): PathLesson | null {
  const ids = path.map(({ id }) => id)
  const next = currentLesson(ids, learner)
  return path.find(({ id, isFinished }) => (next === null ? !isFinished : id === next)) ?? null
}
