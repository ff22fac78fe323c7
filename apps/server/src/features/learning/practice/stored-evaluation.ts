import type { Evaluation, Gate } from '@kitewise/contract/entities'

/** What was stored before 2026-12: a share of each criterion, and neither names nor places in the prompt. */
type OldEvaluation = {
  score: string
  comment: string
  recommendedPrompt: string
  evaluator: 'rubric' | 'ai'
  criteria: { id: string; met: 0 | 0.5 | 1 }[]
  gate: Gate | null
}

export type StoredEvaluation = Evaluation | OldEvaluation

/** A stored evaluation as today's contract has it. @param language the text set it was made in */
export function readEvaluation(stored: StoredEvaluation, language: string): Evaluation {
  if ('points' in stored) return stored
  const { score, comment, recommendedPrompt, evaluator, criteria, gate } = stored
  const unknown = { name: '', hint: '', example: '', level: 'must' as const, spans: [], note: null }
  return {
    score,
    comment,
    recommendedPrompt,
    gate,
    by: evaluator === 'ai' ? 'model' : 'checklist',
    model: null,
    points: criteria.map(({ id, met }) => ({ id, state: met > 0 ? 'found' : 'missing', ...unknown })),
    answer: [],
    followUp: null,
    taskLanguage: language,
  }
}
