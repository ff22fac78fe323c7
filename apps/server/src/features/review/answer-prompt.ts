import type { ReviewEvaluation } from '@kitewise/contract/review'
import { gradeOfScore } from '@kitewise/rules/daily-review'
import { isPassingScore } from '@kitewise/rules/practice'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { evaluatePrompt } from '../practice/evaluate-prompt.ts'
import { hashPrompt } from '../practice/hash-prompt.ts'
import { mayKeep, type PromptSubmission } from '../practice/judge-prompt.ts'
import { findCard } from './queries.ts'
import { recordReview, type ReviewAnswer } from './record-review.ts'

/**
 * Has a prompt of a task that is reviewed evaluated as in lessons, and counts the score. A prompt that counted as a lapse and passes
 * with words that the learner marks becomes a pass. Refuses with `not_found` for a task that the learner has not met or that has gone,
 * and as `evaluatePrompt` does. When nobody could evaluate, or a model failed and the checklist does not pass the prompt, nothing is
 * counted.
 */
export const answerPrompt = async (
  context: Context,
  answer: ReviewAnswer,
  { language, ...submission }: PromptSubmission & { language: string },
): Promise<Result<ReviewEvaluation>> => {
  const { userId } = answer
  const found = context.catalog.findPractice(answer.practiceId)
  if (found?.practice.type !== 'PROMPT_CREATION') return refuse('not_found')
  if (!(await findCard(context.db, answer))) return refuse('not_found')
  const task = { course: found.course, practice: found.practice }
  const judged = await evaluatePrompt(context, { userId, language }, task, submission)
  if (!judged.ok) return judged
  const { evaluation } = judged.value
  const isPassedByMarks = isPassingScore(evaluation.score) && (submission.shown ?? []).length > 0
  const outcome = await recordReview(context, answer, {
    rating: mayKeep(judged.value) ? gradeOfScore(evaluation.score) : null,
    promptHash: hashPrompt(submission.prompt),
    mendsLapse: isPassedByMarks,
  })
  return outcome.ok ? ok({ evaluation, ...outcome.value }) : outcome
}
