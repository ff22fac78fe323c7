import { useState } from 'react'
import { draftOf } from '../../lib/drafts.ts'
import { useLearner } from '../../lib/session/session.ts'

/** What the learner has written or chosen in a practice and not handed in: survives reload and a killed browser. */
export const useDraft = (practiceId: string) => {
  const { id: userId } = useLearner()
  const draft = draftOf(userId, practiceId)
  const [stored] = useState(() => draft.read())
  return {
    /** What was there when the practice came on the screen. */
    stored,
    keep: (text: string): void => (text === '' ? draft.remove() : draft.write(text)),
    clear: draft.remove,
  }
}
