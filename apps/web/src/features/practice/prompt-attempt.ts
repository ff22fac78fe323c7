import type { Evaluation } from '@kitewise/contract/entities'

/** One visit to the prompt dialog. */
export type PromptAttempt = {
  phase: 'writing' | 'evaluating' | 'judged'
  text: string
  /** Of the last prompt that was scored; null before the first. */
  evaluation: Evaluation | null
  /** Scoring itself went wrong: nothing was scored, and nothing is recorded. */
  hasFailed: boolean
}

export type PromptEvent =
  | { type: 'typed'; text: string }
  | { type: 'submitted' }
  | { type: 'judged'; evaluation: Evaluation }
  | { type: 'failed' }
  | { type: 'retried' }

export const startAttempt = (text: string): PromptAttempt => ({
  phase: 'writing',
  text,
  evaluation: null,
  hasFailed: false,
})

/** Blank prompts are not sent: product spec §5. */
export const canSubmit = ({ phase, text }: PromptAttempt): boolean => phase === 'writing' && text.trim() !== ''

export const nextAttempt = (attempt: PromptAttempt, event: PromptEvent): PromptAttempt => {
  switch (event.type) {
    case 'typed':
      return attempt.phase === 'writing' ? { ...attempt, text: event.text } : attempt
    case 'submitted':
      return canSubmit(attempt) ? { ...attempt, phase: 'evaluating', hasFailed: false } : attempt
    case 'judged':
      return { ...attempt, phase: 'judged', evaluation: event.evaluation }
    case 'failed':
      return { ...attempt, phase: 'writing', hasFailed: true }
    case 'retried':
      return { ...attempt, phase: 'writing' }
    default:
      return event satisfies never
  }
}
