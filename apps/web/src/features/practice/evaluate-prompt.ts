import type { Evaluation, Mark } from '@kitewise/contract/entities'
import { call } from '../../lib/api-client.ts'
import { session } from '../../lib/session/session.ts'
import { readEvaluation } from './read-evaluation.ts'

/** The value the product spec §7 sends; the server chooses for itself. */
const model = 'gpt-3.5-turbo'
/** A model may think for a while, but not for ever. */
const patienceMs = 60_000
const maximumTaskLength = 8_000

/** Has a text evaluated, with the words that the learner has shown. Rejects when that failed; `signal` ends it early. */
export type EvaluatePrompt = (prompt: string, shown: readonly Mark[], signal: AbortSignal) => Promise<Evaluation>

export type PromptPlace = { lessonId: string; fragmentIndex: number; practiceId: string }

/** `signal`, and a limit for how long an evaluation may take. */
export const withPatience = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])

/** The part of a request that says what the learner has shown. */
export const shownPart = (shown: readonly Mark[]): { shown?: Mark[] } => (shown.length > 0 ? { shown: [...shown] } : {})

/**
 * Evaluates the prompt of a lesson's task.
 * @throws {Error} 'No JWT token found' when nobody is signed in
 * @throws {ApiError | NetworkError} when the server refuses or cannot be reached
 */
export const evaluatePrompt = async (
  { practiceTask, ...place }: PromptPlace & { practiceTask: string },
  prompt: string,
  shown: readonly Mark[],
  signal: AbortSignal,
): Promise<Evaluation> => {
  if (session.token() === '') throw new Error('No JWT token found')
  const { evaluation } = await call('POST /api/openai/evaluate-prompt', {
    body: {
      criteria: [],
      model,
      ...place,
      practiceTask: practiceTask.slice(0, maximumTaskLength),
      prompt,
      ...shownPart(shown),
    },
    signal: withPatience(signal),
  })
  return readEvaluation(evaluation)
}
