import { array, assert, integer, property, record, constantFrom } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuizAnswers } from '@kitewise/contract/onboarding-entities'
import { quizEffects, type QuizStructure } from './quiz-effects.ts'
import { readinessLevel, readinessScore, skillLabel } from './readiness-score.ts'

describe('the readiness score', () => {
  it.each([
    [0, 50, 0],
    [50, 50, 100],
    [25, 50, 50],
    [1, 3, 33],
    [2, 3, 67],
    [60, 50, 100],
    [-4, 50, 0],
    [0, 0, 0],
  ])('of %i of %i points is %i', (points, mostPoints, score) => {
    expect(readinessScore({ points, mostPoints })).toBe(score)
  })

  it.each([
    [0, 'low', 'Beginner'],
    [39, 'low', 'Beginner'],
    [40, 'intermediate', 'Beginner'],
    [69, 'intermediate', 'Beginner'],
    [70, 'high', 'AI Master'],
    [100, 'high', 'AI Master'],
  ])('of %i is %s, %s', (score, level, label) => {
    expect([readinessLevel(score), skillLabel(score)]).toEqual([level, label])
  })
})

const option = (id: string, readiness: number) => ({ id, readiness })
const points = integer({ min: 0, max: 20 })
const quizzes = array(
  record({
    kind: constantFrom('single' as const, 'multiple' as const),
    points: array(points, { minLength: 2, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 8 },
).map((steps): QuizStructure =>
  steps.map(({ kind, points }, index) => ({
    id: `s${index}`,
    kind,
    options: points.map((own, place) => option(`o${place}`, own)),
  })),
)
const scoreOf = (steps: QuizStructure, answers: QuizAnswers) => readinessScore(quizEffects(steps, answers).readiness)

describe('more experience', () => {
  it('never lowers the score: a higher option of a single question, one more tick of a multiple one', () => {
    assert(
      property(quizzes, array(integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 }), (steps, choices) => {
        const answers = Object.fromEntries(
          steps.map(({ id, options }, index) => [id, [`o${(choices[index] ?? 0) % options.length}`]]),
        )
        const before = scoreOf(steps, answers)
        for (const { id, kind, options } of steps) {
          const own = options.find((option) => answers[id]?.includes(option.id))?.readiness ?? 0
          for (const other of options.filter((option) => (option.readiness ?? 0) >= own)) {
            const chosen = kind === 'multiple' ? [...(answers[id] ?? []), other.id] : [other.id]
            expect(scoreOf(steps, { ...answers, [id]: chosen })).toBeGreaterThanOrEqual(before)
          }
        }
      }),
    )
  })

  it('and every answer keeps the score between 0 and 100', () => {
    assert(
      property(quizzes, (steps) => {
        const all = Object.fromEntries(steps.map(({ id, options }) => [id, options.map((option) => option.id)]))
        const best = Object.fromEntries(
          steps.map(({ id, kind, options }) => {
            const sorted = options.toSorted((one, other) => (other.readiness ?? 0) - (one.readiness ?? 0))
            return [id, sorted.slice(0, kind === 'single' ? 1 : undefined).map((option) => option.id)]
          }),
        )
        expect(scoreOf(steps, {})).toBe(0)
        expect(scoreOf(steps, all)).toBeLessThanOrEqual(100)
        const { mostPoints } = quizEffects(steps, {}).readiness
        expect(scoreOf(steps, best)).toBe(mostPoints > 0 ? 100 : 0)
      }),
    )
  })
})
