import type { LessonProgress, PracticeResult } from '@kitewise/contract/entities'
import { keptAnswer } from '@kitewise/rules/practice'
import type { FragmentReport, PracticeSubmission } from './learner-writes.ts'

/** A write of any kind, as the outbox lists it. */
type AnyWrite = { path: string; body: unknown }
type Entry = LessonProgress['fragmentProgress'][string]

const pathPattern = /^\/api\/user-course-progress\/(fragment|submit-practice)\//

const withResult = (results: PracticeResult[], submission: PracticeSubmission): PracticeResult[] => {
  const { practiceId, answer, isCorrect } = submission
  const stored = results.find((result) => result.practiceId === practiceId) ?? null
  const others = results.filter((result) => result.practiceId !== practiceId)
  return [...others, keptAnswer(stored, { practiceId, answer, isCorrect })]
}

const entryAfter = (entry: Entry, call: string, body: FragmentReport | PracticeSubmission): Entry => {
  if (call === 'submit-practice') {
    return { ...entry, practiceResults: withResult(entry.practiceResults, body as PracticeSubmission) }
  }
  const { completed, timeSpent } = body as FragmentReport
  return {
    ...entry,
    completed: entry.completed || completed,
    timeSpent: Math.max(entry.timeSpent, timeSpent),
    secondsToCount: completed && timeSpent >= entry.secondsToCount ? 0 : entry.secondsToCount,
  }
}

const overlay = (progress: LessonProgress, { path, body }: AnyWrite): LessonProgress => {
  const [, call] = pathPattern.exec(path) ?? []
  // The outbox holds what this app has put in: the path says which body it is.
  const write = body as FragmentReport | PracticeSubmission
  if (call === undefined || write.lessonId !== progress.lessonId) return progress
  const { fragmentId, fragmentIndex } = write
  const known = Object.entries(progress.fragmentProgress).find(([, entry]) => entry.fragmentId === fragmentId)
  const [index, entry] = known ?? [
    String(fragmentIndex),
    { fragmentId, completed: false, timeSpent: 0, secondsToCount: 0, practiceResults: [] },
  ]
  const after = entryAfter(entry, call, write)
  return { ...progress, started: true, fragmentProgress: { ...progress.fragmentProgress, [index]: after } }
}

/**
 * A lesson's progress as it will be when the server has got everything that is still on its way. Writes of other lessons change
 * nothing, and a write that the server has meanwhile counted changes nothing either: progress only moves forward.
 */
export const overlayWrites = (progress: LessonProgress, writes: readonly AnyWrite[]): LessonProgress =>
  writes.reduce(overlay, progress)
