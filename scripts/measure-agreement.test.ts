import { describe, expect, it } from 'vitest'
import { isShort, measureAgreement, type Labelled } from './measure-agreement.ts'

const line = (label: number, score: number, rest: Partial<Labelled> = {}): Labelled => ({
  label,
  score,
  kind: 'good',
  language: 'en',
  prompt: 'Write a mail.',
  ...rest,
})
const pairUp = (labels: number[], scores: number[]) => labels.map((label, index) => line(label, scores[index] ?? 0))

const kappa = (labels: number[], scores: number[]) => measureAgreement(pairUp(labels, scores)).weightedKappa

describe('quadratic weighted kappa', () => {
  it('is what the tests of the R package Metrics say for its two examples', () => {
    // Source: ScoreQuadraticWeightedKappa, CRAN package Metrics, tests of classification metrics.
    expect(kappa([1, 2, 1], [1, 2, 2])).toBeCloseTo(0.4, 12)
    expect(kappa([1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 3, 2])).toBeCloseTo(0.75, 12)
  })

  it('is 1 - 26 / 45.6 where margins differ, counted by hand', () => {
    // Squared distances: 0 + 25 + 0 + 1 + 0 = 26. By chance: labels {0: 2, 3: 1, 5: 2} against scores {0: 1, 3: 1, 4: 1, 5: 2}:
    // from 0: 2 · (9 + 16 + 2 · 25) = 150; from 3: 9 + 1 + 2 · 4 = 18; from 5: 2 · (25 + 4 + 1) = 60; 228 / 5 lines = 45.6.
    expect(kappa([0, 0, 5, 5, 3], [0, 5, 5, 4, 3])).toBeCloseTo(1 - 26 / 45.6, 12)
  })

  it('is 1 for full agreement, 0 for one answer to everything, below 0 for the opposite', () => {
    expect(kappa([0, 1, 4, 5], [0, 1, 4, 5])).toBe(1)
    expect(kappa([0, 1, 4, 5], [2, 2, 2, 2])).toBeCloseTo(0, 12)
    expect(kappa([0, 1, 4, 5], [5, 4, 1, 0])).toBeLessThan(0)
  })
})

describe('passing and failing', () => {
  it('counts a score above 3 as a pass, in labels and scores alike', () => {
    const measured = measureAgreement(pairUp([5, 4, 3, 0], [4, 3, 4, 3]))
    expect(measured.accuracy).toBe(0.5)
    expect(measured.precision).toBe(0.5)
    expect(measured.recall).toBe(0.5)
    expect([measured.nearMisses, measured.nearMissPasses]).toEqual([1, 1])
  })

  it.each(['gaming', 'injection', 'offtopic', 'borrowed', 'gibberish', 'copy', 'hints', 'keywords'])(
    'counts a pass of the kind %s as a deception',
    (kind) => {
      const measured = measureAgreement([line(1, 4, { kind }), line(1, 1, { kind }), line(1, 4, { kind: 'result' })])
      expect([measured.adversarial, measured.adversarialPasses]).toEqual([2, 1])
    },
  )

  it('says 1 for shares of nothing', () => {
    const measured = measureAgreement([line(0, 0)])
    expect([measured.precision, measured.recall, measured.shortRecall]).toEqual([1, 1, 1])
  })

  it('keeps apart the good answers of two lines, which are 70 signs in Korean and Japanese', () => {
    expect([isShort('a'.repeat(140)), isShort('a'.repeat(141))]).toEqual([true, false])
    expect([isShort('가'.repeat(70)), isShort('가'.repeat(71)), isShort('あ'.repeat(71))]).toEqual([true, false, false])
    const measured = measureAgreement([line(5, 2), line(5, 5, { prompt: 'a'.repeat(200) }), line(2, 5)])
    expect([measured.shortGood, measured.shortRecall]).toEqual([1, 0])
  })
})
