import type { Mark } from '@kitewise/contract/entities'
import { useEffect, useReducer, useRef } from 'react'
import { feel } from '../../lib/feel.ts'
import { logError } from '../../lib/log-error.ts'
import { useAction } from '../../lib/use-action.ts'
import type { EvaluatePrompt } from './evaluate-prompt.ts'
import { addMark, canSubmit, carryMarks, type Failure, nextAttempt, passes, startAttempt } from './prompt-attempt.ts'

/** Where a text is stored until it has passed. */
export type Draft = { stored: string | null; keep: (text: string) => void; clear: () => void }

const failureOf = (error: unknown): Failure => {
  if (!navigator.onLine) return 'offline'
  // By its status, so that a practice without a server needs no API client.
  return error instanceof Error && 'status' in error && error.status === 429 ? 'tooMany' : 'failed'
}

/** Writes a prompt, evaluates it, and marks its words. Leaving the task aborts a running evaluation. */
export function usePromptAttempt(draft: Draft, evaluate: EvaluatePrompt) {
  const [attempt, dispatch] = useReducer(nextAttempt, draft.stored ?? '', startAttempt)
  const evaluating = useRef<AbortController>(null)
  useEffect(() => () => evaluating.current?.abort(), [])

  const { run } = useAction(async (prompt: string, marks: readonly Mark[]) => {
    const { signal } = (evaluating.current = new AbortController())
    try {
      const evaluation = await evaluate(prompt, marks, signal)
      if (signal.aborted) return
      dispatch({ type: 'judged', prompt, marks, evaluation })
      // A passed prompt has a peak, which is felt by itself.
      if (!passes(evaluation) && evaluation.gate !== 'self_harm') feel('wrong')
    } catch (error) {
      if (signal.aborted) return
      logError('Error evaluating prompt', error)
      dispatch({ type: 'failed', failure: failureOf(error) })
    }
  })
  const { judged } = attempt
  return {
    attempt,
    type: (text: string): void => {
      dispatch({ type: 'typed', text })
      draft.keep(text)
    },
    submit: (): void => {
      if (!canSubmit(attempt)) return
      const prompt = attempt.text.trim()
      dispatch({ type: 'submitted' })
      run(prompt, judged ? carryMarks(judged.marks, judged.prompt, prompt) : [])
    },
    /** Sends the same prompt again with one more mark; the evaluation stays on screen meanwhile. */
    mark: (mark: Mark): void => {
      if (judged === null || attempt.checking !== null) return
      dispatch({ type: 'marked', point: mark.point })
      run(judged.prompt, addMark(judged.marks, mark))
    },
    deny: (point: string) => dispatch({ type: 'denied', point }),
    openMarking: (point: string) => dispatch({ type: 'markingOpened', point }),
    closeMarking: () => dispatch({ type: 'markingClosed' }),
    /** Back to the text, optionally with a point to add. */
    retry: (adding: string | null = null): void => {
      evaluating.current?.abort()
      dispatch({ type: 'retried', adding })
    },
  }
}

export type PromptAttemptActions = Omit<ReturnType<typeof usePromptAttempt>, 'attempt'>
