import type { Evaluation } from '@kitewise/contract/entities'
import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'
import { useOnboardingProgress } from './onboarding-progress.ts'
import { withOnboarding } from './save-progress.ts'

type Failure = 'evaluationFailed' | 'tooMany'

/** The scoring of the free task: what is written is kept, the verdict of the last try stays until the next one. */
export const useMiniTask = () => {
  const text = useOnboardingProgress(({ taskText }) => taskText)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [evaluation, setEvaluation] = useState<Evaluation | null>(null)

  const { run: submit, isBusy } = useAction(async () => {
    setFailure(null)
    setEvaluation(null)
    try {
      const answer = await withOnboarding((onboardingId) =>
        call('POST /api/onboarding/{onboardingId}/evaluate-prompt', {
          params: { onboardingId },
          body: { prompt: text.trim() },
        }),
      )
      setEvaluation(answer.evaluation)
    } catch (problem) {
      setFailure(problem instanceof ApiError && problem.status === 429 ? 'tooMany' : 'evaluationFailed')
    }
  })
  return {
    text,
    write: (taskText: string): void => {
      useOnboardingProgress.setState({ taskText })
    },
    canSubmit: text.trim() !== '',
    submit,
    isBusy,
    failure,
    evaluation,
  }
}
