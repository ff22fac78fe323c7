import { ApiError, call } from '../../lib/api-client.ts'
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
