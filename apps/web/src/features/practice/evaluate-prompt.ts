import type { Evaluation, Mark } from '@kitewise/contract/entities'
import type * as Device from './without-connection.ts'
import { abortAfter } from '../../lib/abort-after.ts'
import { call, NetworkError } from '../../lib/api-client.ts'
import { session } from '../../lib/session/session.ts'

/** Clients send a model; the server ignores it (docs/product.md R67). */
const model = 'gpt-3.5-turbo'
/** A model can take a while, but not forever. */
const patienceMs = 60_000
const maximumTaskLength = 8_000

/** Evaluates a text with the learner's marks. Rejects on failure; `signal` aborts it. */
export type EvaluatePrompt = (prompt: string, shown: readonly Mark[], signal: AbortSignal) => Promise<Evaluation>

export type PromptPlace = { lessonId: string; fragmentIndex: number; practiceId: string }

/** What works on this device. @throws the same error, unless the connection is lost */
export async function withoutConnection(error: unknown): Promise<typeof Device> {
  if (!(error instanceof NetworkError)) throw error
  return import('./without-connection.ts').catch(() => {
    throw error
  })
}

/** `signal` combined with the time limit of an evaluation. */
export function withPatience(signal: AbortSignal): AbortSignal {
  return abortAfter(patienceMs, signal)
}

export function shownPart(shown: readonly Mark[]): { shown?: Mark[] } {
  return shown.length > 0 ? { shown: [...shown] } : {}
}

/**
 * Without a connection, on this device if the course is kept.
 * @throws {Error} 'No JWT token found' when signed out
 * @throws {ApiError | NetworkError} when the server refuses or can't be reached
 */
export async function evaluatePrompt(
  { practiceTask, ...place }: PromptPlace & { practiceTask: string },
  prompt: string,
  shown: readonly Mark[],
  signal: AbortSignal,
): Promise<Evaluation> {
  if (session.token() === '') throw new Error('No JWT token found')
  const body = {
    criteria: [],
    model,
    ...place,
    practiceTask: practiceTask.slice(0, maximumTaskLength),
    prompt,
    ...shownPart(shown),
  }
  try {
    const { evaluation } = await call('POST /api/openai/evaluate-prompt', { body, signal: withPatience(signal) })
    return readEvaluation(evaluation)
  } catch (error) {
    const later = { path: '/api/openai/evaluate-prompt', body } as const
    const { evaluateOnDevice } = await withoutConnection(error)
    return evaluateOnDevice({ practiceId: place.practiceId, prompt, shown, later }, error)
  }
}

/** What a service that knows no points of a task leaves out (docs/product.md). */
const withoutPoints = {
  gate: null,
  by: 'checklist',
  model: null,
  points: [],
  answer: [],
  followUp: null,
  taskLanguage: 'en',
} as const satisfies Partial<Evaluation>

type Scored = Pick<Evaluation, 'score' | 'comment' | 'recommendedPrompt'>

const isScored = (value: unknown): value is Scored & Partial<Evaluation> =>
  typeof value === 'object' &&
  value !== null &&
  'score' in value &&
  typeof value.score === 'string' &&
  'comment' in value &&
  typeof value.comment === 'string' &&
  'recommendedPrompt' in value &&
  typeof value.recommendedPrompt === 'string'

/** The evaluation in a response: an object, or the same as a JSON string. @throws {Error} if it is neither */
export function readEvaluation(value: unknown): Evaluation {
  const evaluation: unknown = typeof value === 'string' ? JSON.parse(value) : value
  if (!isScored(evaluation)) throw new Error('The answer holds no evaluation.')
  return { ...withoutPoints, ...evaluation }
}
