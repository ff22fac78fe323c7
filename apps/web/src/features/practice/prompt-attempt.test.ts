import { describe, expect, it } from 'vitest'
import { makeEvaluation, makePoint } from '../../test-support/make-evaluation.ts'
import { readEvaluation } from './evaluate-prompt.ts'
import {
  addMark,
  canSubmit,
  carryMarks,
  hasPassed,
  nextAttempt,
  type PromptAttempt,
  type PromptEvent,
  startAttempt,
} from './prompt-attempt.ts'

const evaluation = makeEvaluation('2')
const prompt = 'Write a note'
const writing = startAttempt(prompt)
const evaluating: PromptAttempt = { ...writing, phase: { name: 'evaluating' } }
const judged: PromptAttempt = {
  ...writing,
  phase: { name: 'judged' },
  judged: { prompt, evaluation, marks: [], denied: [], before: null },
}
const marking: PromptAttempt = { ...judged, phase: { name: 'marking', point: 'reader' } }
const mark = { point: 'reader', from: 6, to: 12 }

const after = (attempt: PromptAttempt, ...events: PromptEvent[]) => events.reduce(nextAttempt, attempt)
const judgedWith = (changes: Parameters<typeof makePoint>[1]): PromptEvent => ({
  type: 'judged',
  prompt,
  marks: [mark],
  evaluation: makeEvaluation('3', { points: [makePoint('reader', changes)] }),
})

describe('an attempt at a prompt', () => {
  it.each([
    ['accepts typed text', writing, { type: 'typed', text: 'Write two' }, { text: 'Write two' }],
    ['does not change while it is evaluated', evaluating, { type: 'typed', text: 'x' }, { text: prompt }],
    ['is evaluated when submitted', writing, { type: 'submitted' }, { phase: { name: 'evaluating' } }],
    ['is not evaluated twice at once', evaluating, { type: 'submitted' }, { phase: { name: 'evaluating' } }],
    [
      'shows the result',
      evaluating,
      { type: 'judged', prompt, marks: [], evaluation },
      { phase: { name: 'judged' }, judged: { prompt, evaluation, marks: [], denied: [], before: null } },
    ],
    [
      'keeps its text when the evaluation fails',
      evaluating,
      { type: 'failed', failure: 'offline' },
      { phase: { name: 'writing' }, failure: 'offline', text: prompt },
    ],
    [
      'clears the failure at the next attempt',
      { ...writing, failure: 'failed' },
      { type: 'submitted' },
      { failure: null },
    ],
    [
      'returns to writing with the last evaluation',
      judged,
      { type: 'retried', adding: null },
      { phase: { name: 'writing', adding: null }, judged: { evaluation }, text: prompt },
    ],
    [
      'returns to writing with a point to add',
      judged,
      { type: 'retried', adding: 'reader' },
      { phase: { name: 'writing', adding: 'reader' } },
    ],
    [
      'keeps its evaluation while the text below it is edited',
      judged,
      { type: 'typed', text: 'x' },
      { text: 'x', phase: { name: 'judged' }, judged: { prompt } },
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
    expect(nextAttempt(attempt, { type: 'submitted' }).phase.name).toBe(expected ? 'evaluating' : 'writing')
  })

  it.each([
    ['3', null, false],
    ['4', null, true],
    ['5', 'harm', false],
  ] as const)('with score %s and gate %s has passed: %s', (score, gate, expected) => {
    const last = { prompt, evaluation: makeEvaluation(score, { gate }), marks: [], denied: [], before: null }
    expect(hasPassed({ ...judged, judged: last })).toBe(expected)
    expect(hasPassed(writing)).toBe(false)
  })
})

describe('marking', () => {
  it('opens for a point of an evaluated prompt, and closes without effect', () => {
    expect(after(judged, { type: 'markingOpened', point: 'reader' })).toEqual(marking)
    expect(after(marking, { type: 'markingClosed' })).toEqual(judged)
    expect(after(writing, { type: 'markingOpened', point: 'reader' })).toEqual(writing)
  })

  it('keeps the evaluation on screen while the words are evaluated', () => {
    expect(after(marking, { type: 'marked', point: 'reader' })).toEqual({ ...marking, checking: 'reader' })
  })

  it('ends with words that count', () => {
    const end = after(marking, { type: 'marked', point: 'reader' }, judgedWith({ state: 'shown', spans: [[6, 12]] }))
    expect(end.phase).toEqual({ name: 'judged' })
    expect(end).toMatchObject({ checking: null, judged: { marks: [mark] } })
  })

  it.each(['missing', 'wrong'] as const)('continues while the point is still %s', (state) => {
    const end = after(marking, { type: 'marked', point: 'reader' }, judgedWith({ state, note: 'That says what.' }))
    expect(end.phase).toEqual({ name: 'marking', point: 'reader' })
  })

  it('keeps its state when the evaluation fails', () => {
    const end = after(marking, { type: 'marked', point: 'reader' }, { type: 'failed', failure: 'failed' })
    expect(end).toEqual({ ...marking, failure: 'failed' })
  })

  it('remembers a declined guess until the text changes', () => {
    const denied = after(judged, { type: 'denied', point: 'reader' })
    expect(denied.judged?.denied).toEqual(['reader'])
    expect(after(denied, judgedWith({})).judged?.denied).toEqual(['reader'])
    const other = after(denied, { type: 'judged', prompt: 'Another text', marks: [], evaluation })
    expect(other.judged?.denied).toEqual([])
  })

  it('keeps one mark per point, the last one', () => {
    const second = { point: 'reader', from: 0, to: 5 }
    expect(addMark([mark, { point: 'note', from: 0, to: 0 }], second)).toEqual([
      { point: 'note', from: 0, to: 0 },
      second,
    ])
  })

  it.each([
    ['stays in the same text', prompt, [mark]],
    ['stays when text is added after it', 'Write a note for Ana', [mark]],
    ['moves when text is added before it', 'Please, Write a note', [{ point: 'reader', from: 14, to: 20 }]],
    ['disappears with its words', 'Write a poem', []],
  ])('a mark %s', (_, text, expected) => {
    expect(carryMarks([mark], prompt, text)).toEqual(expected)
  })

  it('keeps a withdrawn point withdrawn only in the same text', () => {
    const taken = { point: 'note', from: 0, to: 0 }
    expect(carryMarks([taken], prompt, prompt)).toEqual([taken])
    expect(carryMarks([taken], prompt, `${prompt} now`)).toEqual([])
  })
})

describe('the evaluation in a response', () => {
  it('can be an object or JSON text', () => {
    expect(readEvaluation(evaluation)).toEqual(evaluation)
    expect(readEvaluation(JSON.stringify(evaluation))).toEqual(evaluation)
  })

  it('needs only the score, the comment and the suggestion', () => {
    const answer = { score: '2', comment: 'Say for whom.', recommendedPrompt: 'Write for children.' }
    expect(readEvaluation(answer)).toMatchObject({ ...answer, gate: null, points: [], answer: [] })
  })

  it.each([[null], [{}], ['{}'], [{ ...evaluation, score: 2 }]])('is rejected if it is %j', (value) => {
    expect(() => readEvaluation(value)).toThrow(Error)
  })
})
