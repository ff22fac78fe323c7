import type { Evaluation, Mark } from '@kitewise/contract/entities'
import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { withOnboarding } from './api.ts'
import { useOnboardingProgress } from './onboarding-progress.ts'

const evaluate = async (prompt: string, shown: readonly Mark[], signal: AbortSignal): Promise<Evaluation> => {
  const { evaluation } = await withOnboarding((onboardingId) =>
    call('POST /api/onboarding/{onboardingId}/evaluate-prompt', {
      params: { onboardingId },
      body: { prompt, ...(shown.length > 0 ? { shown: [...shown] } : {}) },
      signal,
    }),
  )
  return evaluation
}

const keep = (taskText: string): void => {
  useOnboardingProgress.setState({ taskText })
}

export function useFreeTask() {
  const [stored] = useState(() => useOnboardingProgress.getState().taskText)
  return { draft: { stored, keep, clear: () => keep('') }, evaluate }
}
