import { findFeedbackProblem, starCounts } from '@kitewise/rules/feedback'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api-client.ts'
import { draftOf } from '../../lib/drafts.ts'
import { useErrorText, useServerText } from '../../lib/error-text.ts'
import { useAction } from '../../lib/use-action.ts'

type Failure = { kind: 'empty' } | { kind: 'ratingMissing' } | { kind: 'refused'; error: unknown }

/** Kept until sent. Problems show when sending is tried, and disappear with the next change. */
export function useFeedback(userId: string) {
  const draft = feedbackDraft(userId)
  const [feedback, setFeedback] = useState(draft.read)
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  const [failure, setFailure] = useState<Failure | null>(null)

  const change = (part: Partial<Feedback>): void => {
    const changed = { ...feedback, ...part }
    setFeedback(changed)
    setFailure(null)
    draft.write(changed)
  }
  const { run: send } = useAction(async () => {
    if (state === 'sent') return
    const problem = findFeedbackProblem(feedback.rating, feedback.message)
    setFailure(problem && { kind: problem })
    if (problem) return
    setState('busy')
    try {
      await call('POST /api/product-user/send-feedback', { body: feedback })
      draft.remove()
      setState('sent')
    } catch (error) {
      setFailure({ kind: 'refused', error })
      setState('open')
    }
  })
  return { feedback, change, send, state, failure }
}

/** Why feedback was refused: our sentence for a known reason, else the server's, else 'Failed to send feedback'. */
export function useRefusalText() {
  const t = useTranslations('feedback')
  const errorText = useErrorText()
  const serverText = useServerText()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return errorText(error, t('failed'))
    if (error.code === 'feedback_empty') return t('missing')
    if (error.code === 'rating_missing') return t('ratingMissing')
    if (error.code === 'too_many_requests') return t('tooMany')
    return errorText(error, serverText(error, t('failed')))
  }
}

/** A value that has not changed for that long: announced to screen readers while the learner types. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

type Feedback = { rating: number | null; message: string }

const empty: Feedback = { rating: null, message: '' }

const readFeedback = (stored: string | null): Feedback => {
  try {
    const { rating, message } = Object(JSON.parse(stored ?? 'null')) as Partial<Record<keyof Feedback, unknown>>
    return {
      rating: starCounts.find((stars) => stars === rating) ?? null,
      message: typeof message === 'string' ? message : '',
    }
  } catch {
    return empty
  }
}

const feedbackDraft = (userId: string) => {
  const draft = draftOf(userId, 'feedback')
  return {
    read: (): Feedback => readFeedback(draft.read()),
    write: (feedback: Feedback): void => draft.write(JSON.stringify(feedback)),
    remove: draft.remove,
  }
}
