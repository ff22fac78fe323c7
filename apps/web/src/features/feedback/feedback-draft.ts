import { starCounts } from '@kitewise/rules/feedback'
import { draftOf } from '../../lib/drafts.ts'

export type Feedback = { rating: number | null; message: string }

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

/** What a learner has given and not sent yet. */
export const feedbackDraft = (userId: string) => {
  const draft = draftOf(userId, 'feedback')
  return {
    read: (): Feedback => readFeedback(draft.read()),
    write: (feedback: Feedback): void => draft.write(JSON.stringify(feedback)),
    remove: draft.remove,
  }
}
