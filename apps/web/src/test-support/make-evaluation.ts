import type { EvaluatedPoint, Evaluation } from '@kitewise/contract/entities'

export function makePoint(id: string, changes: Partial<EvaluatedPoint> = {}): EvaluatedPoint {
  return {
    id,
    name: `The ${id}`,
    hint: `Say the ${id}.`,
    example: 'for my little sister',
    level: 'must',
    state: 'missing',
    spans: [],
    note: null,
    ...changes,
  }
}

/** An evaluation by the checklist: one of its two points, `reader`, is missing. */
export function makeEvaluation(score: string, changes: Partial<Evaluation> = {}): Evaluation {
  return {
    score,
    comment: `A comment on ${score}.`,
    recommendedPrompt: 'Write a warm note.',
    gate: null,
    by: 'checklist',
    model: null,
    points: [makePoint('note', { state: 'found', spans: [[0, 5]] }), makePoint('reader')],
    answer: [
      { text: 'Dear neighbors,', point: null, suffers: false, otherText: '' },
      { text: 'Here is your note.', point: 'note', suffers: false, otherText: 'Here is a poem.' },
      { text: 'Welcome, boss!', point: 'reader', suffers: true, otherText: 'Welcome, neighbors!' },
    ],
    followUp: null,
    taskLanguage: 'en',
    ...changes,
  }
}
