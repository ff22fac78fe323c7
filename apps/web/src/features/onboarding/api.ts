import { ApiError, call } from '../../lib/api-client.ts'
import { interfaceLocale, useLanguage } from '../../lib/i18n/language.ts'
import { useAnswer } from '../../lib/use-answer.ts'
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
 * Sends all answers, one request after the other, so that an older answer never comes last. What fails is not lost: the next
 * step sends everything again, and nobody sees the plan before it has arrived.
 */
export const saveProgress = (): Promise<void> => {
  last = last.catch(() => undefined).then(send)
  return last
}

/** Asks with the visitor's onboarding. The server forgets one after some months, this browser does not: then it is told again. */
export const withOnboarding = async <Answer>(ask: (onboardingId: string) => Promise<Answer>): Promise<Answer> => {
  const { onboardingId } = useOnboardingProgress.getState()
  try {
    return await ask(onboardingId)
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === 'onboarding_not_found')) throw problem
    await saveProgress()
    return ask(onboardingId)
  }
}

/** The personal plan, computed by the server from the answers that it has. */
export const askForPlan = (signal: AbortSignal) =>
  withOnboarding((onboardingId) =>
    call('POST /api/onboarding/{onboardingId}/plan', { params: { onboardingId }, signal }),
  )

type Which = { variant: number; version: number }

/** The quiz in the language of the interface; `isUnknown` when there is none of that variant and version. */
export const useQuiz = ({ variant, version }: Which) => {
  useLanguage((state) => state.language)
  const answer = useAnswer(`${variant}-${version}-${interfaceLocale()}`, (signal) =>
    call('GET /api/quizzes/{variant}/{version}', {
      params: { variant: String(variant), version: String(version) },
      signal,
    }),
  )
  const isUnknown = answer.error instanceof ApiError && answer.error.code === 'quiz_not_found'
  return { ...answer, isUnknown }
}
