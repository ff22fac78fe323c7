/**
 * Where a learner stands with each lesson of a course.
 *
 * Lessons are taken in order, across chapters. A finished lesson stays open for reading again. The lesson being
 * learned is the current one. The first lesson is open to a beginner, and finishing a lesson opens the next.
 * Everything else is locked. Source: product spec §4 "Lesson states"; after a content change see decision 0030.
 */
export type LessonState = 'completed' | 'current' | 'available' | 'locked'

export type LessonsOfLearner = {
  finishedLessons: readonly string[]
  /** Every lesson ever started, finished ones included, in the order of starting. */
  startedLessons: readonly string[]
}

/** The lesson being learned: the one started last that is part of the course and not finished; null when there is none. */
export const currentLesson = (lessonIds: readonly string[], learner: LessonsOfLearner): string | null =>
  learner.startedLessons.findLast((id) => lessonIds.includes(id) && !learner.finishedLessons.includes(id)) ?? null

/**
 * The state of one lesson.
 *
 * @param lessonIds all lessons of the course in order, across its chapters
 * @returns `locked` for a lesson that is not part of the course
 */
export const lessonState = (lessonIds: readonly string[], learner: LessonsOfLearner, lessonId: string): LessonState => {
  const position = lessonIds.indexOf(lessonId)
  if (position === -1) return 'locked'
  if (learner.finishedLessons.includes(lessonId)) return 'completed'
  if (currentLesson(lessonIds, learner) === lessonId) return 'current'
  const before = lessonIds[position - 1]
  const isOpen = before === undefined || learner.finishedLessons.includes(before)
  return isOpen || learner.startedLessons.includes(lessonId) ? 'available' : 'locked'
}

/** Whether the learner may start, read on in, or reread the lesson. */
export const canOpenLesson = (state: LessonState): boolean => state !== 'locked'
