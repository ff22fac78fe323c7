import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthCurve } from './growth-curve.ts'

const scores = integer({ min: 0, max: 100 })
const minutes = constantFrom(5, 10, 15, 20)
const scoresOf = (score: number, minutesPerDay: number) => growthCurve(score, minutesPerDay).map((point) => point.score)

describe('the growth curve', () => {
  it.each([
    [20, 5, [20, 25, 30, 35, 40]],
    [20, 20, [20, 40, 54, 65, 74]],
    [0, 10, [0, 13, 24, 34, 43]],
    [100, 20, [100, 100, 100, 100, 100]],
  ])('from %i with %i minutes a day is %j', (score, minutesPerDay, curve) => {
    expect(scoresOf(score, minutesPerDay)).toEqual(curve)
  })

  it('has the weeks 0 to 4 and begins with the score', () => {
    expect(growthCurve(33, 5).map(({ week }) => week)).toEqual([0, 1, 2, 3, 4])
    expect(growthCurve(33, 5)[0]).toEqual({ week: 0, score: 33 })
  })

  it('never falls and stays between the score and 100', () => {
    assert(
      property(scores, minutes, (score, minutesPerDay) => {
        const curve = scoresOf(score, minutesPerDay)
        expect(curve).toEqual(curve.toSorted((one, other) => one - other))
        expect(curve.every((value) => Number.isInteger(value) && value >= score && value <= 100)).toBe(true)
      }),
    )
  })

  it('is never lower for more minutes a day or for a higher score', () => {
    assert(
      property(scores, scores, minutes, minutes, (one, other, few, many) => {
        const low = scoresOf(Math.min(one, other), Math.min(few, many))
        const high = scoresOf(Math.max(one, other), Math.max(few, many))
        expect(high.every((value, week) => value >= (low[week] ?? 0))).toBe(true)
      }),
    )
  })
})
