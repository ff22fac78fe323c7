import { call } from '../../lib/api-client.ts'
import { withOnboarding } from './save-progress.ts'

/** The personal plan, computed by the server from the answers that it has. */
export const askForPlan = (signal: AbortSignal) =>
  withOnboarding((onboardingId) =>
    call('POST /api/onboarding/{onboardingId}/plan', { params: { onboardingId }, signal }),
  )
