/** One labelled prompt: what a person gave it and what the evaluator did, 0 to 5. */
export type Labelled = { label: number; score: number; kind: string; language: string }

export type Agreement = {
  count: number
  /** Share of equal pass or fail. */
  accuracy: number
  /** Quadratic weighted kappa over six levels; 1 is full agreement, 0 is chance. */
  weightedKappa: number
  precision: number
  recall: number
  adversarial: number
  adversarialPasses: number
  nearMisses: number
  nearMissPasses: number
}

const levels = 6
const passes = (score: number) => score > 3
const deceptions = new Set(['gaming', 'injection', 'offtopic', 'gibberish', 'copy'])

function weightedKappa(pairs: readonly Labelled[]): number {
  const counts = (of: (pair: Labelled) => number) =>
    Array.from({ length: levels }, (_, level) => pairs.filter((pair) => of(pair) === level).length)
  const labels = counts((pair) => pair.label)
  const scores = counts((pair) => pair.score)
  const observed = pairs.reduce((sum, pair) => sum + (pair.label - pair.score) ** 2, 0)
  const expected = labels
    .flatMap((left, label) => scores.map((right, score) => (left * right * (label - score) ** 2) / pairs.length))
    .reduce((sum, part) => sum + part, 0)
  return expected === 0 ? 1 : 1 - observed / expected
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

/** Measures how far scores agree with labels. Shares of nothing are 1: there was nothing to get wrong. */
export function measureAgreement(pairs: readonly Labelled[]): Agreement {
  const passed = pairs.filter((pair) => passes(pair.score))
  const good = pairs.filter((pair) => passes(pair.label))
  const truly = passed.filter((pair) => passes(pair.label)).length
  const adversarial = pairs.filter((pair) => deceptions.has(pair.kind))
  const nearMisses = pairs.filter((pair) => pair.label === 3)
  return {
    count: pairs.length,
    accuracy: share(pairs.filter((pair) => passes(pair.label) === passes(pair.score)).length, pairs.length),
    weightedKappa: weightedKappa(pairs),
    precision: share(truly, passed.length),
    recall: share(truly, good.length),
    adversarial: adversarial.length,
    adversarialPasses: adversarial.filter((pair) => passes(pair.score)).length,
    nearMisses: nearMisses.length,
    nearMissPasses: nearMisses.filter((pair) => passes(pair.score)).length,
  }
}
