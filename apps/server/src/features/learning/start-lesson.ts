import type { FoundLesson } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { ok, type Result } from '../../platform/result.ts'
import { lessonKey } from './lesson-key.ts'
import { openLesson } from './open-lesson.ts'
import { saveStart } from './queries.ts'

/** Starts a lesson that is open to the learner; starting again changes nothing. Refuses with `lesson_locked`. */
export const startLesson = async (context: Context, userId: string, found: FoundLesson): Promise<Result<null>> => {
  const open = await openLesson(context, userId, found)
  if (!open.ok) return open
  if (!open.value.startedLessons.includes(found.lesson.id)) {
    await saveStart(context.db, lessonKey(userId, found), context.clock())
  }
  return ok(null)
}
