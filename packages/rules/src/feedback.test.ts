import { describe, expect, it } from 'vitest'
import { findFeedbackProblem } from './feedback.ts'

describe('feedback', () => {
  it.each([
    [1, ''],
    [5, ''],
    [3, '   '],
    [null, 'Good'],
    [0, ' Good '],
    [2, 'Good'],
  ])('with rating %j and text %j is valid', (rating, message) => {
    expect(findFeedbackProblem(rating, message)).toBeNull()
  })

  it.each([
    [null, '', 'empty'],
    [0, '', 'empty'],
    [null, '  \n\u00A0', 'ratingMissing'],
    [6, 'Good', 'ratingMissing'],
    [-1, '', 'ratingMissing'],
    [2.5, 'Good', 'ratingMissing'],
    [Number.NaN, '', 'ratingMissing'],
  ])('with rating %j and text %j is invalid: %s', (rating, message, problem) => {
    expect(findFeedbackProblem(rating, message)).toBe(problem)
  })
})
