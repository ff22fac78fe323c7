import { evaluatePrompt, type Judged } from '@kitewise/evaluator/evaluate-prompt'
import type { Evaluation, Gate } from '@kitewise/contract/entities'
import type { Judge, JudgeRequest } from './port.ts'

/** Evaluates a request by the checklist, by a model's findings, or by a gate that was set elsewhere. */
export function evaluateBy(
  { task, prompt, language, shown }: JudgeRequest,
  found: { judged?: Judged; gate?: Gate } = {},
): Evaluation {
  return evaluatePrompt({ task, prompt, language, ...(shown && { shown }), ...found })
}

/** The checklist as a judge: needs no network and no key. */
export function createEmbeddedJudge(): Judge {
  return { evaluate: async (request) => ({ evaluation: evaluateBy(request), isFallback: false }) }
}
