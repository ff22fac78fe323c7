import { describe, expect, it } from 'vitest'
import { quizEffects, readQuizAnswers, type QuizStructure } from './quiz-effects.ts'

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

describe('the effects of answers', () => {
  it('are added up over all steps', () => {
    const effects = quizEffects(steps, { experience: ['weekly'], uses: ['letters', 'exams'], time: ['twenty'] })
    expect(effects.readiness).toEqual({ points: 20, mostPoints: 20 })
    expect([...effects.goals]).toEqual([
      ['work', 2],
      ['study', 1],
    ])
    expect([effects.minutes, effects.minutesAtMost]).toEqual([[20], [15]])
  })

  it('are nothing without answers, though the most stays the most', () => {
    const effects = quizEffects(steps, {})
    expect(effects.readiness).toEqual({ points: 0, mostPoints: 20 })
    expect([effects.goals.size, effects.minutes, effects.minutesAtMost]).toEqual([0, [], []])
  })
})

describe('reading answers', () => {
  it('leaves out what the quiz does not have, and repetitions', () => {
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

  it('keeps "none of these" of a multiple step and no empty answer of a single one', () => {
    expect(readQuizAnswers(steps, { uses: [], experience: [] })).toEqual({ uses: [] })
  })

  it('refuses two options of a single step', () => {
    expect(readQuizAnswers(steps, { experience: ['none', 'weekly'] })).toBeNull()
  })
})
