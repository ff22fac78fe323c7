import type { OnboardingQuiz } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findAnswers, type StoredOnboarding } from './queries.ts'

/** Stored answers and the quiz they belong to. */
export type Found = { stored: StoredOnboarding; quiz: OnboardingQuiz }

/** A visitor's onboarding with its quiz; `onboarding_not_found` when either is gone, so that the visitor starts again. */
export const findOnboarding = async (
  { catalog }: Context,
  db: Queryable,
  onboardingId: string,
): Promise<Result<Found>> => {
  const stored = await findAnswers(db, onboardingId)
  const quiz = stored && catalog.findQuiz(stored.variant, stored.version)
  return stored && quiz ? ok({ stored, quiz }) : refuse('onboarding_not_found')
}
