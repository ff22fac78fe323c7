import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { feel } from '../../lib/feel.ts'
import { useAction } from '../../lib/use-action.ts'

type ReviewAnswerEvents<Verdict> = {
  onCounted: (verdict: Verdict) => void
  /** The practice no longer exists. */
  onGone: () => void
  /** It has other options now. */
  onChanged: () => void
}

/** Sends an answer to a question or an exercise. An unsent answer stays selected and can be sent again; it counts once. */
export function useReviewAnswer<Args extends unknown[], Verdict extends { isCorrect: boolean }>(
  post: (...args: Args) => Promise<Verdict>,
  { onCounted, onGone, onChanged }: ReviewAnswerEvents<Verdict>,
) {
  const t = useTranslations('boost')
  const errorText = useErrorText()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const { run: send, isBusy } = useAction(async (...args: Args) => {
    setFailure(null)
    try {
      const answer = await post(...args)
      setVerdict(answer)
      feel(answer.isCorrect ? 'right' : 'wrong')
      onCounted(answer)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onGone()
      if (error instanceof ApiError && error.code === 'invalid_request') return onChanged()
      setFailure(errorText(error, t('answerFailed')))
    }
  })
  return { verdict, isBusy, failure, send }
}
