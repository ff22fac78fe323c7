import type { ReviewEvaluation } from '@kitewise/contract/review'
import { gradeOfScore } from '@kitewise/rules/daily-review'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { evaluatePrompt } from '../practice/evaluate-prompt.ts'
import { findCard } from './queries.ts'
import { recordReview, type ReviewAnswer } from './record-review.ts'

/**
 * Has a prompt of a task that is reviewed evaluated as in lessons, and counts the score. Refuses with `not_found` for a task that the
 * learner has not met or that has gone, and as `evaluatePrompt` does; when nobody could evaluate, nothing is counted.
 */
export const answerPrompt = async (
  context: Context,
  answer: ReviewAnswer,
  { prompt, language }: { prompt: string; language: string },
): Promise<Result<ReviewEvaluation>> => {
  const { userId } = answer
  const found = context.catalog.findPractice(answer.practiceId)
  if (found?.practice.type !== 'PROMPT_CREATION') return refuse('not_found')
  if (!(await findCard(context.db, answer))) return refuse('not_found')
  const task = { course: found.course, practice: found.practice }
  const evaluation = await evaluatePrompt(context, { userId, language }, task, prompt)
  if (!evaluation.ok) return evaluation
  const outcome = await recordReview(context, answer, gradeOfScore(evaluation.value.score))
  return outcome.ok ? ok({ evaluation: evaluation.value, ...outcome.value }) : outcome
}
