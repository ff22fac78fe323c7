import { recordReport, type FragmentReport } from '@kitewise/rules/merge-progress'
import type { LessonProgress } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../result.ts'
import type { FoundLesson } from '@kitewise/content/catalog'
import { nowAnywhere, type LearningMoment } from '../streak/learning-moment.ts'
import { recordLearning } from '../streak/record-learning.ts'
import { loadLessonProgress } from './load-lesson-progress.ts'
import { lessonKey } from './lesson-key.ts'
import { isOpenTo } from './open-lesson.ts'
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
  moment: LearningMoment = nowAnywhere,
): Promise<Result<LessonProgress>> => {
  const now = context.clock()
  const key = lessonKey(userId, found)
  const { learner, rows } = await loadLessonProgress(context, key)
  if (!isOpenTo(learner, found)) return refuse('lesson_locked')
  const stored = rows.fragments.find((row) => row.fragmentId === report.fragmentId) ?? null
  const record = { fragmentId: report.fragmentId, ...recordReport(stored, report, now.getTime()) }
  const isNewlyCompleted = report.completed && !stored?.completedAtMs
  if (isNewlyCompleted) await recordLearning(context, { userId, ...moment })
  const saved = await saveFragment(context.db, key, record, now)
  const others = rows.fragments.filter((row) => row.fragmentId !== report.fragmentId)
  const after = { ...learner, startedLessons: [...learner.startedLessons, found.lesson.id] }
  return ok(presentLessonProgress(found, after, { ...rows, fragments: [...others, saved] }))
}
