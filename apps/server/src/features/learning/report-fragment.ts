import { recordReport, type FragmentReport } from '@kitewise/rules/merge-progress'
import type { LessonProgress } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import { ok, type Result } from '../../result.ts'
import type { FoundLesson } from '@kitewise/content/catalog'
import { loadLessonProgress } from './load-lesson-progress.ts'
import { lessonKey } from './lesson-key.ts'
import { openLesson } from './open-lesson.ts'
import { presentLessonProgress } from './present.ts'
import { saveFragment } from './queries.ts'

/**
 * Records that a fragment of an open lesson was started or completed, and so starts the lesson. Reports may be
 * repeated and come in any order. Refuses with `lesson_locked`.
 */
export const reportFragment = async (
  context: Context,
  userId: string,
  found: FoundLesson,
  report: FragmentReport & { fragmentId: string },
): Promise<Result<LessonProgress>> => {
  const now = context.clock()
  const [open, rows] = await Promise.all([
    openLesson(context, userId, found),
    loadLessonProgress(context, userId, found.lesson.id),
  ])
  if (!open.ok) return open
  const stored = rows.fragments.find((row) => row.fragmentId === report.fragmentId) ?? null
  const record = { fragmentId: report.fragmentId, ...recordReport(stored, report, now.getTime()) }
  const saved = await saveFragment(context.db, lessonKey(userId, found), record, now)
  const others = rows.fragments.filter((row) => row.fragmentId !== report.fragmentId)
  const learner = { ...open.value, startedLessons: [...open.value.startedLessons, found.lesson.id] }
  return ok(presentLessonProgress(found, learner, { ...rows, fragments: [...others, saved] }))
}
