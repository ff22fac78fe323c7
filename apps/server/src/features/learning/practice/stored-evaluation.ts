import type { Evaluation, Gate } from '@kitewise/contract/entities'

/** The shape stored before 2026-12: a share for each criterion, without names or positions in the prompt. */
type OldEvaluation = {
  score: string
  comment: string
  recommendedPrompt: string
  evaluator: 'rubric' | 'ai'
  criteria: { id: string; met: 0 | 0.5 | 1 }[]
  gate: Gate | null
}

export type StoredEvaluation = Evaluation | OldEvaluation

/** `language` is the one the evaluation was made in. */
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
