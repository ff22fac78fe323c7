import type { CourseStatus } from '@kitewise/contract/entities'
import type { LessonsOfLearner } from './lesson-state.ts'

/** Finished lessons out of the course's lessons today, in whole percent (docs/product.md R50). */
export function courseProgress(
  lessonIds: readonly string[],
  learner: LessonsOfLearner,
): { totalLessons: number; lessonsCompleted: number; percent: number; status: CourseStatus } {
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

/** The message with the highest threshold reached, or null (docs/product.md R51). */
export function progressMessage<Message extends { percentProgress: number }>(
  messages: readonly Message[],
  percent: number,
): Message | null {
  const reached = messages.filter((message) => message.percentProgress <= percent)
  return reached.toSorted((one, other) => other.percentProgress - one.percentProgress)[0] ?? null
}

/** The ring is open at the bottom (docs/product.md R51). */
const fullRingDegrees = 270

export function ringDegrees(percent: number): number {
  return (Math.min(100, Math.max(0, percent)) / 100) * fullRingDegrees
}
