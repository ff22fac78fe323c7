import type { Evaluation } from '@kitewise/contract/entities'
import { describe, expect, it } from 'vitest'
import { coveredPoints } from './covered-points.ts'
import { markOptions } from './mark-options.ts'
import { canSubmit, nextAttempt, startAttempt, type PromptAttempt } from './prompt-attempt.ts'
import { readEvaluation } from './read-evaluation.ts'

const evaluation: Evaluation = {
  score: '2',
  comment: 'Say who reads it.',
  recommendedPrompt: 'Write a note for …',
  evaluator: 'rubric',
  criteria: [],
  gate: null,
}
const writing = startAttempt('Write a note')
const evaluating: PromptAttempt = { ...writing, phase: 'evaluating' }
const judged: PromptAttempt = { ...writing, phase: 'judged', evaluation }

describe('an attempt at a prompt', () => {
  it.each([
    ['takes what is typed', writing, { type: 'typed', text: 'Write two' }, { text: 'Write two' }],
    ['does not change while it is scored', evaluating, { type: 'typed', text: 'x' }, { text: 'Write a note' }],
    ['is read-only when it is judged', judged, { type: 'typed', text: 'x' }, { text: 'Write a note', phase: 'judged' }],
    ['is scored when submitted', writing, { type: 'submitted' }, { phase: 'evaluating' }],
    ['is not scored twice', judged, { type: 'submitted' }, { phase: 'judged' }],
    ['shows what the judge said', evaluating, { type: 'judged', evaluation }, { phase: 'judged', evaluation }],
    [
      'keeps its text when scoring fails',
      evaluating,
      { type: 'failed' },
      { phase: 'writing', hasFailed: true, text: 'Write a note' },
    ],
    [
      'forgets the failure at the next try',
      { ...writing, hasFailed: true },
      { type: 'submitted' },
      { hasFailed: false },
    ],
    [
      'goes back to writing with the last comment',
      judged,
      { type: 'retried' },
      { phase: 'writing', evaluation, text: 'Write a note' },
    ],
  ] as const)('%s', (_, attempt, event, expected) => {
    expect(nextAttempt(attempt, event)).toMatchObject(expected)
  })

  it.each([
    ['', false],
    [' \n\t', false],
    ['Write', true],
  ])('with the text %j can be submitted: %s', (text, expected) => {
    const attempt = startAttempt(text)
    expect(canSubmit(attempt)).toBe(expected)
    expect(nextAttempt(attempt, { type: 'submitted' }).phase).toBe(expected ? 'evaluating' : 'writing')
  })
})

describe('the evaluation in an answer', () => {
  it('may be an object or a JSON string', () => {
    expect(readEvaluation(evaluation)).toEqual(evaluation)
    expect(readEvaluation(JSON.stringify(evaluation))).toEqual(evaluation)
  })

  it.each([
    [null],
    [undefined],
    ['not JSON'],
    [{}],
    [{ ...evaluation, score: 4 }],
    [{ ...evaluation, comment: undefined }],
  ])('is refused when it is %j', (value) => {
    expect(() => readEvaluation(value)).toThrow(/evaluation|JSON/)
  })
})

describe('the points a prompt covers', () => {
  it('count half when they are half met', () => {
    const criteria: Evaluation['criteria'] = [
      { id: 'task', met: 1 },
      { id: 'reader', met: 0.5 },
      { id: 'tone', met: 0 },
    ]
    expect(coveredPoints(criteria)).toEqual({ met: 1.5, total: 3 })
  })

  it.each([[undefined], [[]]])('are not told when the judge did not look at points', (criteria) => {
    expect(coveredPoints(criteria)).toBe(null)
  })
})

describe('the options of a question', () => {
  const options = [
    { id: 'a', text: 'A', isCorrect: false },
    { id: 'b', text: 'B', isCorrect: true },
    { id: 'c', text: 'C', isCorrect: false },
  ]
  const marks = (answered: string | null) =>
    markOptions(options, answered, { right: 'right', wrong: 'wrong' }).map(({ markLabel }) => markLabel)

  it.each([
    ['before the answer, none', null, [undefined, undefined, undefined]],
    ['after the right answer, that one', 'b', [undefined, 'right', undefined]],
    ['after a wrong answer, that one and the right one', 'a', ['wrong', 'right', undefined]],
  ])('are marked: %s', (_, answered, expected) => {
    expect(marks(answered)).toEqual(expected)
  })
})
