import type { CourseProgress, Lesson, LessonProgress } from '@kitewise/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import { courseProgressQuery, overlayPlace } from '../../lib/learning-queries.ts'
import { logError } from '../../lib/log-error.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { useLearner } from '../../lib/session/session.ts'
import { lessonProgressQuery } from './api.ts'
import type { LearnerWrite } from './learner-writes.ts'
import { overlayWrites } from './overlay-writes.ts'

/**
 * Gives a function that hands a write to the outbox and shows its effect at once. It resolves when the write is on disk; what goes
 * wrong on the way is only logged and the lesson goes on (product spec §8).
 */
export const useSave = (lesson: Lesson): ((write: LearnerWrite) => Promise<void>) => {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const { queryKey } = lessonProgressQuery(userId, lesson.id)
  const courseKey = courseProgressQuery(userId, lesson.course.id).queryKey

  const showNow = async (write: LearnerWrite): Promise<void> => {
    // An answer that set out before this write would undo it on the screen.
    await client.cancelQueries({ queryKey })
    client.setQueryData<LessonProgress>(queryKey, (progress) => progress && overlayWrites(progress, [write]))
    // The way back into the lesson leads to the same place, before the course is read anew.
    client.setQueryData<CourseProgress>(courseKey, (progress) => progress && overlayPlace(progress, [write]))
  }
  return async (write) => {
    const stored = outboxOf(userId).enqueue(write.path, write.body)
    await Promise.all([stored, showNow(write)]).catch((error: unknown) => logError('Progress was not stored.', error))
  }
}
