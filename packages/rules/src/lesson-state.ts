/** Lessons are taken in order, across chapters (docs/product.md R43); docs/decisions/0007 covers content changes. */
export type LessonState = 'completed' | 'current' | 'available' | 'locked'

export type LessonsOfLearner = {
  finishedLessons: readonly string[]
  /** Includes finished lessons, in the order they were started. */
  startedLessons: readonly string[]
}

/** The unfinished lesson of the course that was started last. */
export function currentLesson(lessonIds: readonly string[], learner: LessonsOfLearner): string | null {
  return (
    learner.startedLessons.findLast((id) => lessonIds.includes(id) && !learner.finishedLessons.includes(id)) ?? null
  )
}

/** `lessonIds` is the whole course in order, across chapters. A lesson outside the course is locked. */
export function lessonState(lessonIds: readonly string[], learner: LessonsOfLearner, lessonId: string): LessonState {
  const position = lessonIds.indexOf(lessonId)
  if (position === -1) return 'locked'
  if (learner.finishedLessons.includes(lessonId)) return 'completed'
  if (currentLesson(lessonIds, learner) === lessonId) return 'current'
  const before = lessonIds[position - 1]
  const isOpen = before === undefined || learner.finishedLessons.includes(before)
  return isOpen || learner.startedLessons.includes(lessonId) ? 'available' : 'locked'
}

export function canOpenLesson(state: LessonState): boolean {
  return state !== 'locked'
}
