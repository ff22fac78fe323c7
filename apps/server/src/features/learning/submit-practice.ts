import { type CatalogPractice, type FoundLesson, isExercise } from '@kitewise/content/catalog'
import type { PracticeResult } from '@kitewise/contract/entities'
import { gradeExercise } from '@kitewise/rules/exercises'
import { keptAnswer, skippedAnswer } from '@kitewise/rules/practice'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { actedMoments } from './acted-at.ts'
import { openLesson } from './open-lesson.ts'
import { hasPassedPrompt } from './practice/evaluate-prompt.ts'
import { lessonKey, listPracticeResults, type PracticeRow, savePracticeResult } from './progress.sql.ts'
import { type LearningMoment, nowAnywhere, recordLearning } from './streak/learned-days.ts'

/** Also starts the lesson. Returns the answer that counts, which may be an earlier, better one. */
export async function submitPractice(
  context: Context,
  userId: string,
  found: FoundLesson,
  submission: { practiceId: string; answer: string },
  moment: LearningMoment = nowAnywhere,
): Promise<Result<PracticeResult>> {
  const practice = context.catalog.findPractice(submission.practiceId)?.practice
  if (!practice) return refuse('not_found')
  const answer = submission.answer.trim()
  const [open, isCorrect, rows] = await Promise.all([
    openLesson(context, userId, found),
    judgeAnswer(context, userId, practice, answer),
    listPracticeResults(context.db, userId, found.lesson.id),
  ])
  if (!open.ok) return open
  if (isCorrect === null) {
    return refuse('invalid_request', [{ field: 'body.answer', message: 'is not an answer to this practice' }])
  }
  if (answer !== skippedAnswer) await recordLearning(context, { userId, ...moment })
  const stored = resultOf(rows, practice.id)
  const next = { practiceId: practice.id, answer, isCorrect }
  if (stored && keptAnswer(stored, next) === stored) {
    note('writeMerged', { write: 'practice' })
    return ok(stored)
  }
  const isSkipped = answer === skippedAnswer
  const wrongOption = practice.type === 'SINGLE_CHOICE_TEST' && !isSkipped && !isCorrect ? answer : null
  const result = { ...next, isSkipped, wrongOption }
  const moments = await actedMoments(context, userId, moment.ageSeconds)
  const [saved] = await savePracticeResult(context.db, lessonKey(userId, found), result, moments)
  if (saved) return ok(saved)
  // A concurrent request has stored the same or a better answer.
  note('writeMerged', { write: 'practice' })
  const newer = await listPracticeResults(context.db, userId, found.lesson.id)
  return ok(resultOf(newer, practice.id) ?? next)
}

/** By the server's own data; null when it isn't a possible answer to this practice. */
const judgeAnswer = async (
  context: Context,
  userId: string,
  practice: CatalogPractice,
  answer: string,
): Promise<boolean | null> => {
  if (answer === skippedAnswer) return false
  if (practice.type === 'SINGLE_CHOICE_TEST') {
    return practice.options.includes(answer) ? answer === practice.correct : null
  }
  if (isExercise(practice)) return gradeExercise(practice.slots, answer)
  return answer === '' ? null : hasPassedPrompt(context, userId, practice.id, answer)
}

const resultOf = (rows: PracticeRow[], practiceId: string): PracticeRow | null =>
  rows.find((row) => row.practiceId === practiceId) ?? null
