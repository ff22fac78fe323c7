import type { ReviewQuestion, ReviewVerdict } from '@kitewise/contract/review'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useAction } from '../../lib/use-action.ts'

type ReviewAnswerEvents = {
  onCounted: (verdict: ReviewVerdict) => void
  /** The question no longer exists. */
  onGone: () => void
  /** It has other options now. */
  onChanged: () => void
}

/** Sends the answer to a question. An unsent answer stays selected and can be sent again; it counts once. */
export function useReviewAnswer(
  { practiceId, turn }: ReviewQuestion,
  { onCounted, onGone, onChanged }: ReviewAnswerEvents,
) {
  const t = useTranslations('boost')
  const errorText = useErrorText()
  const [verdict, setVerdict] = useState<ReviewVerdict | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const { run: send, isBusy } = useAction(async (optionId: string) => {
    setFailure(null)
    try {
      const answer = await call('POST /api/product-user/review/answer', { body: { practiceId, turn, optionId } })
      setVerdict(answer)
      onCounted(answer)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onGone()
      if (error instanceof ApiError && error.code === 'invalid_request') return onChanged()
      setFailure(errorText(error, t('answerFailed')))
    }
  })
  return { verdict, isBusy, failure, send }
}
