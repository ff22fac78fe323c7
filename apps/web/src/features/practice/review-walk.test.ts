import { expect, it } from 'vitest'
import { makeReviewQuestion, makeReviewSession } from '../../test-support/make-review.ts'
import { nextReview, startReview, type ReviewEvent } from './review-walk.ts'

const session = makeReviewSession({ items: ['a', 'b', 'c'].map((id) => makeReviewQuestion(id)), doneToday: 2 })
const counted = (doneToday: number, day = session.day, isCounted = true): ReviewEvent => ({
  type: 'counted',
  outcome: { isCounted, day, doneToday, comesBackOn: '2040-05-20' },
})
const after = (...events: ReviewEvent[]) => {
  const { queue, done, total } = events.reduce(nextReview, startReview(session))
  return { left: queue.map(({ practiceId }) => practiceId).join(''), done, total }
}

it.each([
  ['starts with what is already done', [], { left: 'abc', done: 2, total: 5 }],
  ['moves on to the next', [{ type: 'next' }], { left: 'bc', done: 2, total: 5 }],
  ['moves a task to the end', [{ type: 'later' }], { left: 'bca', done: 2, total: 5 }],
  ["uses the server's count", [counted(3)], { left: 'abc', done: 3, total: 5 }],
  ['never counts past the end', [counted(9)], { left: 'abc', done: 5, total: 5 }],
  ['continues counting after midnight', [counted(1, '2040-05-13')], { left: 'abc', done: 3, total: 5 }],
  ['counts nothing twice after midnight', [counted(1, '2040-05-13', false)], { left: 'abc', done: 2, total: 5 }],
  ['ends', [{ type: 'next' }, { type: 'next' }, { type: 'next' }], { left: '', done: 2, total: 5 }],
] as const)("today's practice %s", (_, events, expected) => {
  expect(after(...events)).toEqual(expected)
})
