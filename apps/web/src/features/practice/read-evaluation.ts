import type { Evaluation } from '@kitewise/contract/entities'

const isEvaluation = (value: unknown): value is Evaluation =>
  typeof value === 'object' &&
  value !== null &&
  'score' in value &&
  typeof value.score === 'string' &&
  'comment' in value &&
  typeof value.comment === 'string' &&
  'recommendedPrompt' in value &&
  typeof value.recommendedPrompt === 'string' &&
  'points' in value &&
  Array.isArray(value.points) &&
  'answer' in value &&
  Array.isArray(value.answer)

/**
 * The evaluation in an answer: an object, or the same as a JSON string (product spec §7).
 * @throws {Error} when it is neither
 */
export const readEvaluation = (value: unknown): Evaluation => {
  const evaluation: unknown = typeof value === 'string' ? JSON.parse(value) : value
  if (!isEvaluation(evaluation)) throw new Error('The answer holds no evaluation.')
  return evaluation
}
