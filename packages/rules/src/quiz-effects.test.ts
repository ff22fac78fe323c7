import { describe, expect, it } from 'vitest'
import { quizEffects, readQuizAnswers, toggleOption, type QuizStructure } from './quiz-effects.ts'

const steps: QuizStructure = [
  { id: 'hello', kind: 'information', options: [] },
  {
    id: 'experience',
    kind: 'single',
    options: [
      { id: 'none', readiness: 0 },
      { id: 'weekly', readiness: 12 },
    ],
  },
  {
    id: 'uses',
    kind: 'multiple',
    options: [
      { id: 'letters', readiness: 4, goals: ['work'] },
      { id: 'exams', readiness: 4, goals: ['study', 'work'] },
      { id: 'other' },
    ],
  },
  {
    id: 'time',
    kind: 'single',
    options: [
      { id: 'five', minutes: 5 },
      { id: 'twenty', minutes: 20, minutesAtMost: 15 },
    ],
  },
]

describe('effects of answers', () => {
  it('are summed over all steps', () => {
    const effects = quizEffects(steps, { experience: ['weekly'], uses: ['letters', 'exams'], time: ['twenty'] })
    expect(effects.readiness).toEqual({ points: 20, mostPoints: 20 })
    expect([...effects.goals]).toEqual([
      ['work', 2],
      ['study', 1],
    ])
    expect([effects.minutes, effects.minutesAtMost]).toEqual([[20], [15]])
  })

  it('are empty without answers, while the maximum stays', () => {
    const effects = quizEffects(steps, {})
    expect(effects.readiness).toEqual({ points: 0, mostPoints: 20 })
    expect([effects.goals.size, effects.minutes, effects.minutesAtMost]).toEqual([0, [], []])
  })
})

describe('reading answers', () => {
  it('drops unknown options and repetitions', () => {
    const given = {
      hello: ['x'],
      experience: ['weekly', 'weekly', 'daily'],
      uses: ['exams', 'nothing', 'letters', 'exams'],
      time: ['fifty'],
      gone: ['a'],
      constructor: ['a'],
    }
    expect(readQuizAnswers(steps, given)).toEqual({ experience: ['weekly'], uses: ['letters', 'exams'] })
  })

  it('keeps "none of these" of a multiple-choice step and drops an empty single-choice answer', () => {
    expect(readQuizAnswers(steps, { uses: [], experience: [] })).toEqual({ uses: [] })
  })

  it('rejects an exclusive option beside others, and accepts it alone', () => {
    const done: QuizStructure = [
      { id: 'done', kind: 'multiple', options: [{ id: 'asked' }, { id: 'none', isExclusive: true }] },
    ]
    expect(readQuizAnswers(done, { done: ['asked', 'none'] })).toBeNull()
    expect(readQuizAnswers(done, { done: ['none', 'none'] })).toEqual({ done: ['none'] })
  })

  it('rejects two options of a single-choice step', () => {
    expect(readQuizAnswers(steps, { experience: ['none', 'weekly'] })).toBeNull()
  })
})

describe('multiple-choice option', () => {
  const options = [{ id: 'asked' }, { id: 'checked' }, { id: 'none', isExclusive: true as const }]
  it.each([
    ["is added in the step's order", ['checked'], 'asked', ['asked', 'checked']],
    ['is removed when pressed again', ['asked', 'checked'], 'asked', ['checked']],
    ['replaces the others when it is exclusive', ['asked', 'checked'], 'none', ['none']],
    ['replaces an exclusive one', ['none'], 'checked', ['checked']],
    ['is removed when pressed again and exclusive', ['none'], 'none', []],
  ])('%s', (_, chosen, pressed, after) => {
    expect(toggleOption(options, chosen, pressed)).toEqual(after)
  })
})
