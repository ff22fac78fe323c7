import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import type { Judge } from './port.ts'
import { presentEmbedded } from './present-embedded.ts'

/** The embedded evaluator as a judge: no network, no key, always there. */
export function createRubricJudge(): Judge {
  return { evaluate: async (request) => presentEmbedded(evaluatePrompt(request)) }
}
