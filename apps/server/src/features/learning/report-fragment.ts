import type { FoundLesson } from '@kitewise/content/catalog'
import type { LessonProgress } from '@kitewise/contract/entities'
import { type FragmentReport, mergeProgress, recordReport } from '@kitewise/rules/merge-progress'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { actedMoments } from './acted-at.ts'
import { countReading } from './count-reading.ts'
import { isOpenTo } from './open-lesson.ts'
import { type FragmentRow, lessonKey, type Moments, saveFragment } from './progress.sql.ts'
import { loadLessonProgress, presentLessonProgress } from './show-progress.ts'
import { type LearningMoment, nowAnywhere, recordLearning } from './streak/learned-days.ts'

type Report = FragmentReport & { fragmentId: string }

/** Also starts the lesson. Reports may repeat and arrive in any order. `language`: the text set in which the lesson is read. */
export async function reportFragment(
  context: Context,
  { userId, language }: { userId: string; language: string },
  found: FoundLesson,
  report: Report,
  moment: LearningMoment = nowAnywhere,
): Promise<Result<LessonProgress>> {
  const moments = await actedMoments(context, userId, moment.ageSeconds)
  const key = lessonKey(userId, found)
  const { learner, rows } = await loadLessonProgress(context, key)
  if (!isOpenTo(learner, found)) return refuse('lesson_locked')
  const stored = rows.fragments.find((row) => row.fragmentId === report.fragmentId) ?? null
  const isNewlyCompleted = report.completed && !stored?.completedAtMs
  if (isNewlyCompleted) await recordLearning(context, { userId, ...moment })
  if (stored?.completedAtMs) note('writeMerged', { write: 'fragment' })
  const saved = await saveFragment(context.db, key, recordOf(stored, report, moments), moments)
  if (report.completed && !saved.readAtMs) {
    const reading = { key, found, language, fragment: saved, reportedSeconds: report.timeSpentSeconds, moments }
    if (await countReading(context, reading)) saved.readAtMs = +moments.now
  }
  const others = rows.fragments.filter((row) => row.fragmentId !== report.fragmentId)
  const after = { ...learner, startedLessons: [...learner.startedLessons, found.lesson.id] }
  return ok(presentLessonProgress({ found, language }, after, { ...rows, fragments: [...others, saved] }))
}

/** The times of arrival and of the device. By the latter, the seconds are limited to what can have passed. */
const recordOf = (stored: FragmentRow | null, report: Report, { now, actedAt }: Moments): FragmentRow => {
  const onDevice = stored && { ...stored.onDevice, timeSpentSeconds: stored.timeSpentSeconds }
  const { timeSpentSeconds, ...times } = recordReport(onDevice, report, +actedAt)
  const arrived = { openedAtMs: +now, completedAtMs: report.completed ? +now : null, timeSpentSeconds }
  const merged = stored ? mergeProgress(stored, arrived) : arrived
  return { fragmentId: report.fragmentId, readAtMs: stored?.readAtMs ?? null, ...merged, onDevice: times }
}
