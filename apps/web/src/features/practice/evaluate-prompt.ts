import type { Evaluation } from '@kitewise/contract/entities'
import { call } from '../../lib/api-client.ts'
import { session } from '../../lib/session/session.ts'
import { readEvaluation } from './read-evaluation.ts'

/** The value the product spec §7 sends; the server chooses for itself. */
const model = 'gpt-3.5-turbo'
/** An AI judge may think for a while, but nobody should wait for ever. */
export const judgeTimeoutMs = 60_000
const maximumTaskLength = 8_000

/** Has a text scored. Rejects when nobody could; `signal` ends a scoring that nobody waits for. */
export type EvaluatePrompt = (prompt: string, signal: AbortSignal) => Promise<Evaluation>

export type PromptTask = { lessonId: string; fragmentIndex: number; practiceId: string; practiceTask: string }

/**
 * Has a prompt scored.
 * @throws {Error} 'No JWT token found' when nobody is signed in
 * @throws {ApiError | NetworkError} when the server refuses or cannot be reached
 */
export const evaluatePrompt = async (task: PromptTask, prompt: string, signal: AbortSignal): Promise<Evaluation> => {
  if (session.token() === '') throw new Error('No JWT token found')
  const { evaluation } = await call('POST /api/openai/evaluate-prompt', {
    body: { criteria: [], model, ...task, practiceTask: task.practiceTask.slice(0, maximumTaskLength), prompt },
    signal: AbortSignal.any([signal, AbortSignal.timeout(judgeTimeoutMs)]),
  })
  return readEvaluation(evaluation)
}
