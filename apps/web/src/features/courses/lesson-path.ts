import type { LessonState } from '@kitewise/rules/lesson-state'
import { paths } from '../../lib/paths.ts'

/**
 * Where a lesson leads (product spec §4): a completed one opens for reading, the current one where the learner
 * stopped, an open one at its start; a locked one nowhere.
 */
export const lessonPath = (
  courseId: string,
  lessonId: string,
  state: LessonState,
  storedFragment: number,
): string | null => {
  if (state === 'completed') return paths.lessonLearn(courseId, lessonId)
  if (state === 'current') return paths.lessonLearn(courseId, lessonId, storedFragment)
  return state === 'available' ? paths.lessonStart(courseId, lessonId) : null
}
