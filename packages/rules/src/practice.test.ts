import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continueButton } from './lesson-screen.ts'
import { isPassingScore, keptAnswer, type PracticeAnswer, choiceVerdict } from './practice.ts'

describe('prompt score', () => {
  it.each([
    ['0', false],
    ['3', false],
    ['4', true],
    ['5', true],
    ['', false],
    ['great', false],
  ])('%j passes: %s', (score, passes) => {
    expect(isPassingScore(score)).toBe(passes)
  })
})

describe('quiz verdict', () => {
  const test = {
    options: [
      { id: 'a', text: 'A', isCorrect: true },
      { id: 'b', text: 'B', isCorrect: false, feedback: 'B is a trap.' },
      { id: 'c', text: 'C', isCorrect: false },
      { id: 'e', text: 'E', isCorrect: false, feedback: 'No.' },
    ],
    correctChoiceMessage: 'Yes.',
    wrongChoiceMessage: 'No.',
  }

  it.each([
    ['a', { isCorrect: true, messages: ['Yes.'] }],
    ['b', { isCorrect: false, messages: ['No.', 'B is a trap.'] }],
    ['c', { isCorrect: false, messages: ['No.'] }],
    ['d', null],
    ['e', { isCorrect: false, messages: ['No.'] }],
  ])('for option %s', (optionId, expected) => {
    expect(choiceVerdict(test, optionId)).toEqual(expected)
  })
})

describe('continue button', () => {
  const required = { id: 'p1', isRequired: true }
  const optional = { id: 'p2', isRequired: false }
  it.each([
    ['continues', 0, [], [], 'continue'],
    ['continues past an optional practice', 1, [optional], [], 'continue'],
    ['offers to skip a required practice', 1, [required, optional], ['p2'], 'skip_practice'],
    ['continues when the required practice is done', 1, [required, optional], ['p1'], 'continue'],
    ['offers to skip before finishing', 2, [required], [], 'skip_practice'],
    ['finishes on the last fragment', 2, [required], ['p1'], 'finish_lesson'],
  ] as const)('%s', (_, fragmentIndex, practices, done, expected) => {
    expect(continueButton({ fragmentIndex, fragmentCount: 3, practices, donePractices: new Set(done) })).toBe(expected)
  })
})

describe('practice answer', () => {
  const skipped = { answer: 'SKIPPED', isCorrect: false }
  const wrong = { answer: 'b', isCorrect: false }
  const right = { answer: 'a', isCorrect: true }
  const alsoRight = { answer: 'A better prompt', isCorrect: true }

  it.each([
    ['the first answer', null, wrong, wrong],
    ['an answer after a skip', skipped, wrong, wrong],
    ['the earlier answer when a skip follows', wrong, skipped, wrong],
    ['the right answer when a wrong one follows', right, wrong, right],
    ['a right answer after a wrong one', wrong, right, right],
    ['the later of two right answers', right, alsoRight, alsoRight],
  ])('keeps %s', (_, stored, next, kept) => {
    expect(keptAnswer(stored, next)).toEqual(kept)
  })

  const answer = fc.constantFrom<PracticeAnswer>(skipped, wrong, { answer: 'c', isCorrect: false }, right, alsoRight)

  it('keeps a right answer right whatever follows, and a repetition changes nothing', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
        const kept = answers.reduce<PracticeAnswer | null>(keptAnswer, null)
        expect(kept?.isCorrect).toBe(answers.some(({ isCorrect }) => isCorrect))
        const repeated = answers.flatMap((one) => [one, one]).reduce<PracticeAnswer | null>(keptAnswer, null)
        expect(repeated).toEqual(kept)
      }),
    )
  })

  it('gives the same result when answers are merged in groups', () => {
    fc.assert(
      fc.property(answer, answer, answer, (a, b, c) => {
        expect(keptAnswer(keptAnswer(a, b), c)).toEqual(keptAnswer(a, keptAnswer(b, c)))
      }),
    )
  })
})
