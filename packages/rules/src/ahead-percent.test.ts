import { expect, it } from 'vitest'
import { aheadPercent } from './ahead-percent.ts'

const quizzes = (...counts: [score: number, count: number][]) => new Map(counts)

it.each([
  ['the brand says so as long as few have finished a quiz', 60, quizzes([10, 499]), 82, 82],
  ['not where the brand claims nothing', 60, quizzes([10, 500]), null, null],
  ['not below the middle level, whatever the brand says', 39, quizzes([10, 499]), 82, null],
  ['not below the middle level, however many are behind', 39, quizzes([10, 500]), 82, null],
  ['from the middle level on', 40, quizzes([10, 250], [40, 250]), 82, 50],
  ['of those with a lower score only, rounded down', 60, quizzes([59, 333], [60, 400], [90, 267]), 82, 33],
  ['never of all', 100, quizzes([10, 5_000]), 82, 99],
  ['not of nobody', 60, quizzes([60, 499], [59, 1]), 82, null],
])('a visitor is ahead of others: %s', (_, score, counts, claim, expected) => {
  expect(aheadPercent(score, counts, claim)).toBe(expected)
})
