import type { CourseStatus } from '@kitewise/contract/entities'
import type { LessonsOfLearner } from './lesson-state.ts'

/**
 * How far a learner is in a course: finished lessons of all lessons, rounded to whole percent. A course is in
 * progress from its first started lesson and completed when every lesson is finished. Only lessons that are part of
 * the course today count. Source: product spec §4 "Progress bar", §3 "Status values"; decisions §7 "Course progress".
 */
export const courseProgress = (
  lessonIds: readonly string[],
  learner: LessonsOfLearner,
): { totalLessons: number; lessonsCompleted: number; percent: number; status: CourseStatus } => {
  const totalLessons = lessonIds.length
  const lessonsCompleted = lessonIds.filter((id) => learner.finishedLessons.includes(id)).length
  const isBegun = lessonsCompleted > 0 || lessonIds.some((id) => learner.startedLessons.includes(id))
  const isCompleted = totalLessons > 0 && lessonsCompleted === totalLessons
  return {
    totalLessons,
    lessonsCompleted,
    percent: totalLessons === 0 ? 0 : Math.round((lessonsCompleted / totalLessons) * 100),
    status: isCompleted ? 'completed' : isBegun ? 'in_progress' : 'not_started',
  }
}
