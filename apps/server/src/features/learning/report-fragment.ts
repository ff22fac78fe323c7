import { type FoundLesson, pickWords } from '@kitewise/content/catalog'
import type { LessonProgress } from '@kitewise/contract/entities'
import { type FragmentReport, recordReport } from '@kitewise/rules/merge-progress'
import { secondsRead, secondsToCount } from '@kitewise/rules/reading-evidence'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { isOpenTo } from './open-lesson.ts'
import {
  countAsRead,
  type FragmentRow,
  type LessonKey,
  lessonKey,
  type LessonRow,
  saveFragment,
} from './progress.sql.ts'
import { loadLessonProgress, presentLessonProgress } from './show-progress.ts'
import { type LearningMoment, nowAnywhere, recordLearning } from './streak/learned-days.ts'

/** Also starts the lesson. Reports may repeat and arrive in any order. `language`: the text set in which the lesson is read. */
export async function reportFragment(
  context: Context,
  { userId, language }: { userId: string; language: string },
  found: FoundLesson,
  report: FragmentReport & { fragmentId: string },
  moment: LearningMoment = nowAnywhere,
): Promise<Result<LessonProgress>> {
  const now = context.clock()
  const key = lessonKey(userId, found)
  const { learner, lessons, rows } = await loadLessonProgress(context, key)
  if (!isOpenTo(learner, found)) return refuse('lesson_locked')
  const stored = rows.fragments.find((row) => row.fragmentId === report.fragmentId) ?? null
  const readAtMs = stored?.readAtMs ?? null
  const record = { fragmentId: report.fragmentId, readAtMs, ...recordReport(stored, report, now.getTime()) }
  const isNewlyCompleted = report.completed && !stored?.completedAtMs
  if (isNewlyCompleted) await recordLearning(context, { userId, ...moment })
  if (stored?.completedAtMs) note('writeMerged', { write: 'fragment' })
  const saved = await saveFragment(context.db, key, record, now)
  if (!saved.readAtMs && (await countsNow(context, { key, language, found, lessons, stored, report })))
    saved.readAtMs = +now
  const others = rows.fragments.filter((row) => row.fragmentId !== report.fragmentId)
  const after = { ...learner, startedLessons: [...learner.startedLessons, found.lesson.id] }
  return ok(presentLessonProgress({ found, language }, after, { ...rows, fragments: [...others, saved] }))
}

type Reading = {
  key: LessonKey
  language: string
  found: FoundLesson
  lessons: readonly LessonRow[]
  stored: FragmentRow | null
  report: FragmentReport & { fragmentId: string }
}

/** Whether it counts toward a certificate. The reported seconds can be forged; the learner's reading clock bounds them. */
const countsNow = async ({ db, clock }: Context, reading: Reading): Promise<boolean> => {
  const { key, language, found, lessons, stored, report } = reading
  const fragment = found.lesson.fragments.find(({ id }) => id === report.fragmentId)
  if (!report.completed || !fragment) return false
  const now = clock()
  const seconds = secondsToCount(pickWords(fragment.words, language).words.readingSeconds)
  const evidence = {
    reportedSeconds: report.timeSpentSeconds,
    openedAtMs: stored?.openedAtMs ?? null,
    completedAtMs: stored?.completedAtMs ?? null,
    nowMs: now.getTime(),
  }
  if (secondsRead(evidence) < seconds) return false
  return countAsRead(db, key, fragment.id, { since: openSince(found, lessons, now), seconds, now })
}

/** When the lesson opened to the learner: when the previous one was finished, or when this one was started. */
const openSince = ({ course, lesson, position }: FoundLesson, lessons: readonly LessonRow[], now: Date): Date => {
  const startedAtMs = lessons.find(({ lessonId }) => lessonId === lesson.id)?.startedAtMs
  const before = lessons.find(({ lessonId }) => lessonId === course.lessons[position - 1]?.id)
  return new Date(Math.min(startedAtMs ?? +now, before?.finishedAtMs ?? +now))
}
