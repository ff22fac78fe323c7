import { describe, expect, it } from 'vitest'
import { passMark, scorePoints } from './score.ts'

/** "M" is a found must point, "m" a missing one; "S" and "s" are should points. */
const score = (points: string) =>
  scorePoints(
    points.split('').map((letter) => ({
      level: letter.toLowerCase() === 'm' ? 'must' : 'should',
      isThere: letter === letter.toUpperCase(),
    })),
  )

describe('the score', () => {
  it.each([
    ['MMS', 5],
    ['MM', 5],
    ['MMs', 4],
    ['MMss', 4],
    ['MmS', 3],
    ['Mms', 3],
    ['mmS', 2],
    ['mmmss', 2],
  ])('of %s is %i', (points, expected) => {
    expect(score(points)).toBe(expected)
  })

  it('passes with all must points', () => {
    expect(score('MMs')).toBeGreaterThan(passMark)
    expect(score('MmS')).not.toBeGreaterThan(passMark)
  })
})
