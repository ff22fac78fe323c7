import type { EvaluatedPoint, Evaluation } from '@kitewise/contract/entities'
import type { Judgement } from '../adapters/judge/port.ts'

/** A judge's evaluation; a test passes only what differs. */
export const makeEvaluation = (different: Partial<Evaluation> = {}): Evaluation => ({
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
})

export const makeJudgement = (different: Partial<Evaluation> = {}, isFallback = false): Judgement => ({
  evaluation: makeEvaluation(different),
  isFallback,
})

export const makePoint = (different: Partial<EvaluatedPoint> = {}): EvaluatedPoint => ({
  id: 'task',
  name: 'What to write',
  hint: 'Say what to write.',
  example: 'a recipe',
  level: 'must',
  state: 'found',
  spans: [],
  note: null,
  ...different,
})
