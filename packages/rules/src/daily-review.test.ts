import { describe, expect, it } from 'vitest'
import { mostReviewsPerDay as mostOfContract } from '@kitewise/contract/review'
import {
  chooseReviews,
  gradeOfAnswer,
  gradeOfScore,
  isUp,
  mostReviewsPerDay,
  nextReviewDay,
  type ReviewCandidate,
} from './daily-review.ts'

const card = (practiceId: string, changes: Partial<ReviewCandidate> = {}): ReviewCandidate => ({
  practiceId,
  lastRating: 3,
  dueDay: '2026-05-10',
  retrievability: 0.8,
  ...changes,
})
const idsOf = (cards: ReviewCandidate[], doneToday = 0) =>
  chooseReviews(cards, { day: '2026-05-10', doneToday }).map(({ practiceId }) => practiceId)

describe("a day's practice", () => {
  it('starts with mistakes, then the least remembered, then the longest waiting', () => {
    const cards = [
      card('well', { retrievability: 0.89 }),
      card('old', { dueDay: '2026-05-01' }),
      card('b'),
      card('a'),
      card('never', { lastRating: null, retrievability: 0 }),
      card('wrong', { lastRating: 1, retrievability: 0.9 }),
    ]
    expect(idsOf(cards)).toEqual(['wrong', 'never', 'old', 'a', 'b', 'well'])
  })

  it('is empty when nothing is due', () => {
    expect(idsOf([card('tomorrow', { dueDay: '2026-05-11', lastRating: 1 }), card('today')])).toEqual(['today'])
  })

  it('has at most ten tasks, including finished ones', () => {
    const cards = Array.from({ length: 15 }, (_, index) => card(`p${10 + index}`))
    expect(idsOf(cards)).toHaveLength(10)
    expect(idsOf(cards.slice(3), 3)).toEqual(idsOf(cards).slice(3))
    expect(idsOf(cards, 10)).toEqual([])
    expect(idsOf(cards, 11)).toEqual([])
    expect(mostReviewsPerDay).toBe(mostOfContract)
  })
})

describe('next practice day', () => {
  it('is the first day with a card due, and tomorrow for cards already waiting', () => {
    expect(
      nextReviewDay([card('a', { dueDay: '2026-05-14' }), card('b', { dueDay: '2026-05-12' })], '2026-05-10'),
    ).toBe('2026-05-12')
    expect(nextReviewDay([card('a', { dueDay: '2026-05-14' }), card('b')], '2026-05-10')).toBe('2026-05-11')
    expect(nextReviewDay([], '2026-05-10')).toBeNull()
  })
})

describe('answer', () => {
  it.each([
    ['0', 1],
    ['2', 1],
    ['3', 2],
    ['4', 3],
    ['5', 3],
  ] as const)('to a prompt task with a score of %s has the grade %s', (score, grade) => {
    expect(gradeOfScore(score)).toBe(grade)
  })

  it('to a question is rated good or again', () => {
    expect([gradeOfAnswer(true), gradeOfAnswer(false)]).toEqual([3, 1])
  })

  it.each([
    ['counts when all fits', {}, true],
    ['does not count for another turn', { turn: 1 }, false],
    ['does not count before its day', { day: '2026-05-09' }, false],
    ['does not count on a full day', { doneToday: 10 }, false],
  ])('%s', (_, changes, expected) => {
    const answer = { turn: 2, day: '2026-05-10', doneToday: 9, ...changes }
    expect(isUp({ turn: 2, dueDay: '2026-05-10' }, answer)).toBe(expected)
  })
})
