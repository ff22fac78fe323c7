import type { EvaluatedPoint, Evaluation } from '@kitewise/contract/entities'
import type { Judgement } from '../adapters/judge/port.ts'

/** A judge's evaluation; a test passes only what differs. */
export function makeEvaluation(different: Partial<Evaluation> = {}): Evaluation {
  return {
    score: '5',
    comment: 'Clear.',
    recommendedPrompt: 'Write.',
    gate: null,
    by: 'checklist',
    model: null,
    points: [],
    answer: [],
    followUp: null,
    taskLanguage: 'en',
    ...different,
  }
}

export function makeJudgement(different: Partial<Evaluation> = {}, isFallback = false): Judgement {
  return {
    evaluation: makeEvaluation(different),
    isFallback,
  }
}

export function makePoint(different: Partial<EvaluatedPoint> = {}): EvaluatedPoint {
  return {
    id: 'task',
    name: 'What to write',
    hint: 'Say what to write.',
    example: 'a recipe',
    level: 'must',
    state: 'found',
    spans: [],
    note: null,
    ...different,
  }
}
