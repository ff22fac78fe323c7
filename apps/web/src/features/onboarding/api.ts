import type { Quiz } from '@kitewise/contract/onboarding-entities'
import { ApiError, call } from '../../lib/api-client.ts'
import { findPageData } from '../../lib/early-answers.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { useActionOnShow } from '../../lib/use-action.ts'
import { useOnboardingProgress } from './onboarding-progress.ts'

const patienceMs = 10_000

const send = async (): Promise<void> => {
  const { onboardingId, quiz, step, answers } = useOnboardingProgress.getState()
  if (quiz === null) return
  await call('PUT /api/onboarding/{onboardingId}', {
    params: { onboardingId },
    body: { ...quiz, step, answers },
    signal: AbortSignal.timeout(patienceMs),
    keepalive: true,
  })
}

let last: Promise<void> = Promise.resolve()

/**
 * One request at a time, so an older one never arrives last. A failed request loses nothing: the next sends everything.
 */
export function saveProgress(): Promise<void> {
  last = last.catch(() => undefined).then(send)
  return last
}

/** The server deletes an onboarding after some months, this browser does not: then the answers are sent again first. */
export async function withOnboarding<Answer>(ask: (onboardingId: string) => Promise<Answer>): Promise<Answer> {
  const { onboardingId } = useOnboardingProgress.getState()
  try {
    return await ask(onboardingId)
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === 'onboarding_not_found')) throw problem
    await saveProgress()
    return ask(onboardingId)
  }
}

export function askForPlan(signal: AbortSignal) {
  return withOnboarding((onboardingId) =>
    call('POST /api/onboarding/{onboardingId}/plan', { params: { onboardingId }, signal }),
  )
}

type Which = { variant: number; version: number }

/** The quiz that a drawn page brings along (build/draw-pages.ts), if it is this one in the language shown. */
const drawnQuiz = ({ variant, version }: Which): Quiz | undefined => {
  const quiz = findPageData(useLanguage.getState().language)?.quiz
  return quiz?.variant === variant && quiz.version === version ? quiz : undefined
}

/** Read without react-query, which is over the budget of a newcomer's first screen (docs/decisions/0004). */
export function useQuiz({ variant, version }: Which) {
  const answer = useActionOnShow(
    (signal) =>
      call('GET /api/quizzes/{variant}/{version}', {
        params: { variant: String(variant), version: String(version) },
        signal,
      }),
    drawnQuiz({ variant, version }),
  )
  const isUnknown = answer.error instanceof ApiError && answer.error.code === 'quiz_not_found'
  return { ...answer, isUnknown }
}
