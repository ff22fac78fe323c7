import type { ReviewVerdict } from '@kitewise/contract/review'
import { gradeOfAnswer } from '@kitewise/rules/daily-review'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { presentFeedback } from './present.ts'
import { recordReview, type ReviewAnswer } from './record-review.ts'

/**
 * Judges the chosen option of a question that is reviewed, and counts it. Refuses with `not_found` for a question that the learner has
 * not met or that has gone, and with `invalid_request` for an option that it does not have.
 */
export const answerQuestion = async (
  context: Context,
  answer: ReviewAnswer,
  { optionId, language }: { optionId: string; language: string },
): Promise<Result<ReviewVerdict>> => {
  const found = context.catalog.findPractice(answer.practiceId)
  if (found?.practice.type !== 'SINGLE_CHOICE_TEST') return refuse('not_found')
  const { practice } = found
  if (!practice.options.includes(optionId)) {
    return refuse('invalid_request', [{ field: 'body.optionId', message: 'is not an option of this question' }])
  }
  const isCorrect = optionId === practice.correct
  const outcome = await recordReview(context, answer, { rating: gradeOfAnswer(isCorrect) })
  if (!outcome.ok) return outcome
  const feedback = presentFeedback(found, practice, { optionId, language })
  return ok({ isCorrect, correctOptionId: practice.correct, ...feedback, ...outcome.value })
}
