import type { Evaluation } from '@kitewise/contract/entities'
import type { Evaluation as EmbeddedEvaluation } from '@kitewise/evaluator/evaluate-prompt'

/** The embedded evaluator's result in the contract's words; the trace stays inside. */
export function presentEmbedded(result: EmbeddedEvaluation): Evaluation {
  const { score, comment, recommendedPrompt, criteria, gate } = result
  return { score: String(score), comment, recommendedPrompt, evaluator: 'rubric', criteria, gate }
}
