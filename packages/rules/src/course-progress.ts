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

/**
 * The cheer on the course page: of the course's messages, the one with the highest threshold that the learner has
 * reached. Null when none is reached. Source: product spec §2 "Course page".
 *
 * @param percent 0 to 100, the course progress
 */
export const progressMessage = <Message extends { percentProgress: number }>(
  messages: readonly Message[],
  percent: number,
): Message | null =>
  messages
    .filter((message) => message.percentProgress <= percent)
    .reduce<Message | null>((best, next) => (best && best.percentProgress >= next.percentProgress ? best : next), null)

/** The ring around a course's percent is open at the bottom: a full course is 270 degrees. Source: product spec §2 "Course page". */
const fullRingDegrees = 270

/** How far the ring is drawn, in degrees 0 to 270, for a percent that is cut to 0 to 100. */
export const ringDegrees = (percent: number): number => (Math.min(100, Math.max(0, percent)) / 100) * fullRingDegrees
