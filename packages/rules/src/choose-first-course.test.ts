import { describe, expect, it } from 'vitest'
import type { LearningGoal, ReadinessLevel } from '@kitewise/contract/onboarding-entities'
import { chooseFirstCourse, type CourseChoice } from './choose-first-course.ts'

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

describe('the first course', () => {
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

  it('is of those that are loaded', () => {
    expect(choose('low', [['work', 1]], courses.slice(0, 1))).toBe('ai-zero')
    expect(choose('low', [['everyday', 1]], courses.slice(1, 2))).toBe('words')
    expect(choose('low', [], [])).toBeUndefined()
  })

  it('is the one shown first of equals', () => {
    const twins = [course('one', 'beginner', ['work']), course('two', 'beginner', ['work'])]
    expect(choose('high', [['work', 1]], twins)).toBe('one')
  })
})
