import type { QuizAnswers } from '@kitewise/contract/onboarding-entities'
import { readQuizAnswers } from '@kitewise/rules/quiz-effects'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { saveAnswers } from './queries.ts'

type Progress = { variant: number; version: number; step: number; answers: QuizAnswers }

/**
 * Keeps the answers given so far. Each step keeps the answer that came last, and steps that are not sent keep theirs; the
 * furthest step counts. What the quiz does not have is left out. With another variant or version the onboarding begins anew.
 *
 * @returns the furthest step
 */
export const saveOnboarding = async (
  { catalog, db }: Context,
  onboardingId: string,
  { variant, version, step, answers: given }: Progress,
): Promise<Result<{ step: number }>> => {
  const quiz = catalog.findQuiz(variant, version)
  if (!quiz) return refuse('quiz_not_found')
  if (step > quiz.steps.length) return refuse('invalid_request', [{ field: 'body.step', message: 'is past the last' }])
  const answers = readQuizAnswers(quiz.steps, given)
  if (!answers)
    return refuse('invalid_request', [{ field: 'body.answers', message: 'has answers that rule each other out' }])
  return ok({ step: await saveAnswers(db, { id: onboardingId, variant, version, step, answers }) })
}
