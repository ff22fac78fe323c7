/** One labelled prompt: what a person gave it and what the evaluator did, 0 to 5. */
export type Labelled = { label: number; score: number; kind: string; language: string; prompt: string }

export type Agreement = {
  count: number
  /** Share of equal pass or fail. */
  accuracy: number
  /** Quadratic weighted kappa over six levels; 1 is full agreement, 0 is chance. Source: Cohen 1968. */
  weightedKappa: number
  precision: number
  recall: number
  /** Good answers of few signs (see `isShort`), and the share of them that pass. */
  shortGood: number
  shortRecall: number
  adversarial: number
  adversarialPasses: number
  nearMisses: number
  nearMissPasses: number
}

const levels = 6
const passes = (score: number) => score > 3
const deceptions = new Set(['gaming', 'injection', 'offtopic', 'borrowed', 'gibberish', 'copy', 'hints', 'keywords'])

const mostSigns = 140
const denseScripts = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Korean and Japanese say in about half of the signs what Latin and Cyrillic script need. */
const denseShare = 0.5

/** Two lines on a phone: at most 140 signs, 70 in Korean and Japanese. */
export function isShort(prompt: string): boolean {
  return prompt.length <= (denseScripts.test(prompt) ? mostSigns * denseShare : mostSigns)
}

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

const countPasses = (pairs: readonly Labelled[]) => pairs.filter((pair) => passes(pair.score)).length

/** Measures how far scores agree with labels. Shares of nothing are 1: there was nothing to get wrong. */
export function measureAgreement(pairs: readonly Labelled[]): Agreement {
  const passed = pairs.filter((pair) => passes(pair.score))
  const good = pairs.filter((pair) => passes(pair.label))
  const short = good.filter((pair) => isShort(pair.prompt))
  const adversarial = pairs.filter((pair) => deceptions.has(pair.kind))
  const nearMisses = pairs.filter((pair) => pair.label === 3)
  return {
    count: pairs.length,
    accuracy: share(pairs.filter((pair) => passes(pair.label) === passes(pair.score)).length, pairs.length),
    weightedKappa: weightedKappa(pairs),
    precision: share(countPasses(good), passed.length),
    recall: share(countPasses(good), good.length),
    shortGood: short.length,
    shortRecall: share(countPasses(short), short.length),
    adversarial: adversarial.length,
    adversarialPasses: countPasses(adversarial),
    nearMisses: nearMisses.length,
    nearMissPasses: countPasses(nearMisses),
  }
}
