import { useEffect, useReducer, useRef } from 'react'
import { logError } from '../../lib/log-error.ts'
import { useAction } from '../../lib/use-action.ts'
import type { EvaluatePrompt } from './evaluate-prompt.ts'
import { canSubmit, nextAttempt, startAttempt } from './prompt-attempt.ts'
import { useDraft } from './use-draft.ts'

/**
 * Writing a prompt and having it scored. Closing the dialog ends a scoring that is under way.
 * @param draftId where the text is kept until it has passed
 */
export const usePromptAttempt = (draftId: string, evaluate: EvaluatePrompt) => {
  const draft = useDraft(draftId)
  const [attempt, dispatch] = useReducer(nextAttempt, draft.stored ?? '', startAttempt)
  const scoring = useRef<AbortController>(null)
  useEffect(() => () => scoring.current?.abort(), [])

  const { run: submit } = useAction(async () => {
    if (!canSubmit(attempt)) return
    const { signal } = (scoring.current = new AbortController())
    dispatch({ type: 'submitted' })
    try {
      const evaluation = await evaluate(attempt.text.trim(), signal)
      if (!signal.aborted) dispatch({ type: 'judged', evaluation })
    } catch (error) {
      if (signal.aborted) return
      logError('Error evaluating prompt', error)
      dispatch({ type: 'failed' })
    }
  })
  return {
    attempt,
    type: (text: string): void => {
      dispatch({ type: 'typed', text })
      draft.keep(text)
    },
    submit: () => submit(),
    retry: () => dispatch({ type: 'retried' }),
    forgetDraft: draft.clear,
  }
}
