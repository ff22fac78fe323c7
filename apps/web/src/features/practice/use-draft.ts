import { useState } from 'react'
import { draftOf } from '../../lib/drafts.ts'
import { useLearner } from '../../lib/session/session.ts'

/** The learner's unsubmitted text or choice in a practice: survives a reload and a killed browser. */
export function useDraft(practiceId: string) {
  const { id: userId } = useLearner()
  const draft = draftOf(userId, practiceId)
  const [stored] = useState(() => draft.read())
  return {
    stored,
    keep: (text: string): void => (text === '' ? draft.remove() : draft.write(text)),
    clear: draft.remove,
  }
}
