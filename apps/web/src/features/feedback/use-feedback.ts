import { findFeedbackProblem } from '@kitewise/rules/feedback'
import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { feedbackDraft, type Feedback } from './feedback-draft.ts'

type Failure = { kind: 'empty' } | { kind: 'ratingMissing' } | { kind: 'refused'; error: unknown }

/** Stars and words of a learner, kept until they are sent. What is missing is said when sending is tried, and no more once it changes. */
export const useFeedback = (userId: string) => {
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
