import type { LearningGoal, QuizAnswers, ReadinessLevel } from '@kitewise/contract/onboarding-entities'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aheadPercent,
  chooseFirstCourse,
  chooseNextCourse,
  type CourseChoice,
  dailyGoal,
  growthCurve,
  readinessLevel,
  readinessScore,
  skillLabel,
} from './onboarding-plan.ts'
import { quizEffects, type QuizStructure } from './quiz-effects.ts'

describe('readiness score', () => {
  it.each([
    [0, 50, 0],
    [50, 50, 100],
    [25, 50, 50],
    [1, 3, 33],
    [2, 3, 67],
    [60, 50, 100],
    [-4, 50, 0],
    [0, 0, 0],
  ])('for %i of %i points is %i', (points, mostPoints, score) => {
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
  it('never lowers the score: a higher single choice, or one more multiple choice', () => {
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

  it('keeps the score between 0 and 100, like every answer', () => {
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

const scores = integer({ min: 0, max: 100 })
const minutes = constantFrom(5, 10, 15, 20)
const scoresOf = (score: number, minutesPerDay: number) => growthCurve(score, minutesPerDay).map((point) => point.score)

describe('growth curve', () => {
  it.each([
    [20, 5, [20, 25, 30, 35, 40]],
    [20, 20, [20, 40, 54, 65, 74]],
    [0, 10, [0, 13, 24, 34, 43]],
    [100, 20, [100, 100, 100, 100, 100]],
    [20, -5, [20, 20, 20, 20, 20]],
  ])('from %i with %i minutes a day is %j', (score, minutesPerDay, curve) => {
    expect(scoresOf(score, minutesPerDay)).toEqual(curve)
  })

  it('has the weeks 0 to 4 and starts with the score', () => {
    expect(growthCurve(33, 5).map(({ week }) => week)).toEqual([0, 1, 2, 3, 4])
    expect(growthCurve(33, 5)[0]).toEqual({ week: 0, score: 33 })
  })

  it('never falls and stays between the score and 100', () => {
    assert(
      property(scores, minutes, (score, minutesPerDay) => {
        const curve = scoresOf(score, minutesPerDay)
        expect(curve).toEqual(curve.toSorted((one, other) => one - other))
        expect(curve.every((value) => Number.isInteger(value) && value >= score && value <= 100)).toBe(true)
      }),
    )
  })

  it('is never lower with more minutes a day or a higher score', () => {
    assert(
      property(scores, scores, minutes, minutes, (one, other, few, many) => {
        const low = scoresOf(Math.min(one, other), Math.min(few, many))
        const high = scoresOf(Math.max(one, other), Math.max(few, many))
        expect(high.every((value, week) => value >= (low[week] ?? 0))).toBe(true)
      }),
    )
  })
})

const countsByScore = (...counts: [score: number, count: number][]) => new Map(counts)

it.each([
  ["the brand's figure while few have finished a quiz", 60, countsByScore([10, 499]), 82, 82],
  ['none when the brand makes no claim', 60, countsByScore([10, 500]), null, null],
  ['none below the middle level, whatever the brand claims', 39, countsByScore([10, 499]), 82, null],
  ['none below the middle level, however many are behind', 39, countsByScore([10, 500]), 82, null],
  ['measured from the middle level on', 40, countsByScore([10, 250], [40, 250]), 82, 50],
  ['only those with a lower score, rounded down', 60, countsByScore([59, 333], [60, 400], [90, 267]), 82, 33],
  ['never everyone', 100, countsByScore([10, 5_000]), 82, 99],
  ['none when no one is behind', 60, countsByScore([60, 499], [59, 1]), 82, null],
])('how many others a visitor is ahead of: %s', (_, score, counts, claim, expected) => {
  expect(aheadPercent(score, counts, claim)).toBe(expected)
})

it.each([
  ['what the person can give', { minutes: [15], minutesAtMost: [] }, 15],
  ['five minutes without an answer', { minutes: [], minutesAtMost: [] }, 5],
  ['five minutes without an answer but with a worry about time', { minutes: [], minutesAtMost: [10] }, 5],
  ['less with a worry about time', { minutes: [20], minutesAtMost: [10] }, 10],
  ['no more than chosen when the worry allows more', { minutes: [5], minutesAtMost: [10] }, 5],
  ['the smallest of several limits', { minutes: [20], minutesAtMost: [15, 5, 10] }, 5],
  ['the largest of several answers', { minutes: [5, 15, 10], minutesAtMost: [] }, 15],
] as const)('the daily goal is %s', (_, answers, goal) => {
  expect(dailyGoal(answers)).toBe(goal)
})

const course = (
  id: string,
  level: CourseChoice['level'],
  goals: LearningGoal[],
  prerequisites: string[] = [],
): CourseChoice => ({ id, level, goals, prerequisites })

const courses = [
  course('ai-zero', 'beginner', ['everyday']),
  course('words', 'beginner', ['work'], ['ai-zero']),
  course('letters', 'beginner', ['work', 'creative']),
  course('sources', 'intermediate', ['research', 'study', 'work'], ['ai-zero']),
  course('agents', 'advanced', ['automation'], ['sources']),
]
const choose = (readiness: ReadinessLevel, goals: [LearningGoal, number][], from = courses) =>
  chooseFirstCourse(from, { goals: new Map(goals), readiness })?.id

describe('first course', () => {
  it.each<[ReadinessLevel, [LearningGoal, number][], string]>([
    ['low', [['everyday', 1]], 'ai-zero'],
    ['low', [['work', 1]], 'letters'],
    ['low', [['research', 3]], 'ai-zero'],
    ['low', [], 'ai-zero'],
    [
      'low',
      [
        ['work', 1],
        ['everyday', 2],
      ],
      'ai-zero',
    ],
    ['intermediate', [['research', 1]], 'sources'],
    ['intermediate', [['work', 1]], 'sources'],
    [
      'intermediate',
      [
        ['work', 1],
        ['creative', 1],
      ],
      'letters',
    ],
    ['intermediate', [['automation', 1]], 'ai-zero'],
    ['high', [['automation', 1]], 'agents'],
    ['high', [['safety', 1]], 'ai-zero'],
  ])('for %s readiness and %j is %s', (readiness, goals, id) => {
    expect(choose(readiness, goals)).toBe(id)
  })

  it('is the general one wherever it is shown', () => {
    expect(choose('low', [['safety', 1]], courses.toReversed())).toBe('ai-zero')
  })

  it('is one of the loaded courses', () => {
    expect(choose('low', [['work', 1]], courses.slice(0, 1))).toBe('ai-zero')
    expect(choose('low', [['everyday', 1]], courses.slice(1, 2))).toBe('words')
    expect(choose('low', [], [])).toBeUndefined()
  })

  it('is the first one shown among equals', () => {
    const twins = [course('one', 'beginner', ['work']), course('two', 'beginner', ['work'])]
    expect(choose('high', [['work', 1]], twins)).toBe('one')
  })
})

const next = (readiness: ReadinessLevel, goals: [LearningGoal, number][], from = courses) =>
  chooseNextCourse(from, { goals: new Map(goals), readiness })?.id ?? null

describe('next course after the general one', () => {
  it.each<[string, ReadinessLevel, [LearningGoal, number][], string | null]>([
    ['the first course, if that is another', 'intermediate', [['work', 1]], 'sources'],
    ['the one for the goal, above the readiness', 'low', [['automation', 1]], 'agents'],
    ['the one for the goal with prerequisites', 'low', [['research', 1]], 'sources'],
    [
      'the one for the second most important goal after everyday life',
      'low',
      [
        ['everyday', 3],
        ['automation', 1],
        ['research', 2],
      ],
      'sources',
    ],
    ['none for a goal that only the general course serves', 'high', [['everyday', 1]], null],
    ['none for a goal that no course serves', 'low', [['safety', 2]], null],
    ['none without goals', 'low', [], null],
  ])('is %s', (_, readiness, goals, id) => {
    expect(next(readiness, goals)).toBe(id)
  })

  it('is the easier one among equals, then the first one shown', () => {
    const hard = course('hard', 'advanced', ['safety'], ['ai-zero'])
    const easy = course('easy', 'intermediate', ['safety'], ['ai-zero'])
    const other = course('other', 'intermediate', ['safety'], ['ai-zero'])
    expect(next('low', [['safety', 1]], [...courses, hard, easy, other])).toBe('easy')
  })
})
