import type { OnboardingQuiz } from '@kitewise/content/catalog'
import type { DailyMinutes, QuizAnswers } from '@kitewise/contract/onboarding-entities'
import { dailyGoal } from '@kitewise/rules/onboarding-plan'
import { type QuizEffects, quizEffects, readQuizAnswers } from '@kitewise/rules/quiz-effects'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findAnswers, findAnswersOfLearner, saveAnswers, type StoredOnboarding } from './onboardings.sql.ts'

type Progress = { variant: number; version: number; step: number; answers: QuizAnswers }

/**
 * The last answer of each step wins, steps that are not sent keep theirs, and unknown answers are dropped. Returns the furthest
 * step. Another variant or version restarts the onboarding.
 */
export async function saveOnboarding(
  { catalog, db }: Context,
  onboardingId: string,
  { variant, version, step, answers: given }: Progress,
): Promise<Result<{ step: number }>> {
  const quiz = catalog.findQuiz(variant, version)
  if (!quiz) return refuse('quiz_not_found')
  if (step > quiz.steps.length) return refuse('invalid_request', [{ field: 'body.step', message: 'is past the last' }])
  const answers = readQuizAnswers(quiz.steps, given)
  if (!answers)
    return refuse('invalid_request', [{ field: 'body.answers', message: 'has answers that rule each other out' }])
  return ok({ step: await saveAnswers(db, { id: onboardingId, variant, version, step, answers }) })
}

export type Found = { stored: StoredOnboarding; quiz: OnboardingQuiz }

/** `onboarding_not_found` when onboarding or quiz is gone, so that the visitor starts again. */
export async function findOnboarding(
  { catalog }: Context,
  db: Queryable,
  onboardingId: string,
): Promise<Result<Found>> {
  const stored = await findAnswers(db, onboardingId)
  const quiz = stored && catalog.findQuiz(stored.variant, stored.version)
  return stored && quiz ? ok({ stored, quiz }) : refuse('onboarding_not_found')
}

/** What the learner said in the quiz that led to their purchase. Without one, as if nothing was answered. */
export async function findEffectsOfLearner({ catalog, db }: Context, userId: string): Promise<QuizEffects> {
  const stored = await findAnswersOfLearner(db, userId)
  const quiz = stored && catalog.findQuiz(stored.variant, stored.version)
  return quizEffects(quiz?.steps ?? [], stored?.answers ?? {})
}

/** The minutes a day that the plan of this onboarding names; null without the question's answer. */
export async function findDailyGoal(
  context: Context,
  db: Queryable,
  onboardingId: string,
): Promise<DailyMinutes | null> {
  const found = await findOnboarding(context, db, onboardingId)
  if (!found.ok) return null
  const effects = quizEffects(found.value.quiz.steps, found.value.stored.answers)
  return effects.minutes.length === 0 ? null : dailyGoal(effects)
}
