import { expect, it } from 'vitest'
import type { Lesson, Practice } from '@kitewise/contract/entities'
import { skippedAnswer } from '@kitewise/rules/practice'
import { type LearnerEvent, type LearnerState, nextState, standingOf } from './learner-state.ts'

const practice = (id: string, isRequired: boolean): Practice => ({
  id,
  practiceType: 'SINGLE_CHOICE_TEST',
  isRequired,
  recalls: null,
  promptCreation: null,
  singleChoiceTest: null,
})

/** Three required practices and one that isn't, in two lessons. */
const lessons = [
  { id: 'l1', fragments: [{ practices: [practice('a', true), practice('b', false)] }] },
  { id: 'l2', fragments: [{ practices: [practice('c', true), practice('d', true)] }] },
  // Only these parts are read.
] as unknown as Lesson[]

const run = (events: LearnerEvent[]): LearnerState =>
  events.reduce(nextState, { language: 'en', lesson: null, lessons: {} })

const answered = (lesson: string, id: string, isCorrect: boolean): LearnerEvent => ({
  type: 'answered',
  lesson,
  practice: id,
  answered: { answer: 'x', isCorrect },
})
const finished: LearnerEvent[] = [
  { type: 'finished', lesson: 'l1' },
  { type: 'finished', lesson: 'l2' },
]
const standing = (events: LearnerEvent[]) => standingOf(run(events), lessons, 0.7)

it.each<[string, LearnerEvent[], { score: number; isComplete: boolean; isPassed: boolean }]>([
  ['nothing', [], { score: 0, isComplete: false, isPassed: false }],
  ['an optional practice', [answered('l1', 'b', true)], { score: 0, isComplete: false, isPassed: false }],
  [
    'all right, one lesson open',
    [answered('l1', 'a', true), answered('l2', 'c', true), answered('l2', 'd', true)],
    { score: 1, isComplete: false, isPassed: false },
  ],
  [
    'two of three right',
    [...finished, answered('l1', 'a', true), answered('l2', 'c', true)],
    { score: 2 / 3, isComplete: true, isPassed: false },
  ],
  [
    'all right',
    [...finished, answered('l1', 'a', true), answered('l2', 'c', true), answered('l2', 'd', true)],
    { score: 1, isComplete: true, isPassed: true },
  ],
])('%s', (_, events, expected) => {
  expect(standing(events)).toMatchObject(expected)
})

it('keeps what was right once when the lesson is done again, and forgets its answers', () => {
  const state = run([answered('l1', 'a', true), { type: 'finished', lesson: 'l1' }, { type: 'repeated', lesson: 'l1' }])
  expect(state.lesson).toBe('l1')
  expect(state.lessons.l1).toMatchObject({ answers: {}, isFinished: true })
  expect(standingOf(nextState(state, answered('l1', 'a', false)), lessons, 0.7).score).toBeCloseTo(1 / 3)
})

it('does not let a skip replace an answer', () => {
  const skip: LearnerEvent = {
    type: 'answered',
    lesson: 'l1',
    practice: 'a',
    answered: { answer: skippedAnswer, isCorrect: false },
  }
  expect(run([answered('l1', 'a', false), skip]).lessons.l1?.answers.a?.answer).toBe('x')
})
