import type { FoundLesson } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lessonKey } from './lesson-key.ts'
import { openLesson } from './open-lesson.ts'
import { listFragments, saveFinish } from './queries.ts'

/**
 * Finishes a lesson whose fragments are all completed on the server's record; finishing again changes nothing, also
 * when the lesson has got a new fragment meanwhile. Refuses with `lesson_locked`, or `lesson_incomplete` and the
 * details `{ missing: [fragment ids] }`.
 */
export const finishLesson = async (context: Context, userId: string, found: FoundLesson): Promise<Result<null>> => {
  const open = await openLesson(context, userId, found)
  if (!open.ok) return open
  if (open.value.finishedLessons.includes(found.lesson.id)) return ok(null)
  const rows = await listFragments(context.db, userId, found.lesson.id)
  const completed = new Set(rows.filter((row) => row.completedAtMs !== null).map((row) => row.fragmentId))
  const missing = found.lesson.fragments.map(({ id }) => id).filter((id) => !completed.has(id))
  if (missing.length > 0) return refuse('lesson_incomplete', { missing })
  await saveFinish(context.db, lessonKey(userId, found), context.clock())
  return ok(null)
}
