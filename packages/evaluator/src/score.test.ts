import { describe, expect, it } from 'vitest'
import { roundHalfDown, scoreCriteria, type Met } from './score.ts'

const musts = (...met: Met[]) => met.map((one) => ({ level: 'must' as const, weight: 2, met: one }))
const shoulds = (...met: Met[]) => met.map((one) => ({ level: 'should' as const, weight: 1, met: one }))

describe('adding up criteria', () => {
  it.each([
    ['everything met', [...musts(1, 1, 1), ...shoulds(1)], 5],
    ['one must in a weak form', [...musts(1, 1, 0.5), ...shoulds(1)], 4],
    ['one must missing, all else there', [...musts(1, 1, 1, 1, 1, 1, 0), ...shoulds(1, 1)], 3],
    ['two musts missing', [...musts(1, 1, 1, 1, 1, 0, 0), ...shoulds(1, 1)], 2],
    ['only wishes missing', [...musts(1, 1, 1, 1), ...shoulds(0)], 4],
    ['nothing met', musts(0, 0, 0), 1],
  ])('%s', (_, criteria, score) => {
    expect(scoreCriteria(criteria)).toBe(score)
  })

  it('holds wrong facts at 2 and forbidden things at 1', () => {
    expect(scoreCriteria(musts(1, 1, 1), { contradicts: true })).toBe(2)
    expect(scoreCriteria(musts(1, 1, 1), { forbidden: true })).toBe(1)
  })

  it.each([
    [3.5, 3],
    [3.51, 4],
    [4.5, 4],
    [2.4, 2],
    [5, 5],
  ])('rounds %d half down to %d', (value, rounded) => {
    expect(roundHalfDown(value)).toBe(rounded)
  })
})
