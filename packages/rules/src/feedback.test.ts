import { describe, expect, it } from 'vitest'
import { findFeedbackProblem } from './feedback.ts'

describe('a feedback', () => {
  it.each([
    [1, ''],
    [5, ''],
    [3, '   '],
    [null, 'Good'],
    [0, ' Good '],
    [2, 'Good'],
  ])('of rating %j and text %j may be sent', (rating, message) => {
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
  ])('of rating %j and text %j lacks something: %s', (rating, message, problem) => {
    expect(findFeedbackProblem(rating, message)).toBe(problem)
  })
})
