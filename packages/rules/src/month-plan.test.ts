import { type MissionId, missionIds } from '@kitewise/contract/month-plan'
import { learningGoals, type LearningGoal } from '@kitewise/contract/onboarding-entities'
import { array, assert, boolean, constantFrom, integer, property, record, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canStartNextPlan,
  chooseMissions,
  doneSteps,
  nextStep,
  orderLessons,
  planMonth,
  type PlanStep,
} from './month-plan.ts'

const four = ['message', 'meals', 'gift', 'explain'] as const
const ids = (count: number) => Array.from({ length: count }, (_, index) => `l${index + 1}`)
const short = (step: PlanStep): string =>
  step.kind === 'lesson' ? step.lessonId : step.kind === 'mission' ? step.missionId : step.kind
const weeksOf = (steps: PlanStep[]) =>
  [0, 7, 14, 21].map((start) =>
    steps
      .slice(start, start + 7)
      .map(short)
      .join(' '),
  )
const votes = (...goals: LearningGoal[]) => new Map(goals.map((goal) => [goal, 1]))

describe('the plan of 28 days', () => {
  it('has five lessons, a day of practice and a mission each week', () => {
    const steps = planMonth({ lessons: ids(30), finished: [], missions: four })
    expect(weeksOf(steps).slice(0, 2)).toEqual(['l1 l2 l3 l4 l5 practice message', 'l6 l7 l8 l9 l10 practice meals'])
    expect(weeksOf(steps)[3]).toBe('l16 l17 l18 l19 l20 practice explain')
  })

  it('leaves out finished lessons, and practices where no lesson is left', () => {
    const steps = planMonth({ lessons: ids(8), finished: ['l1', 'l3'], missions: four })
    expect(weeksOf(steps).slice(0, 2)).toEqual([
      'l2 l4 l5 l6 l7 practice message',
      'l8 practice practice practice practice practice meals',
    ])
  })

  it('practices at the end of a week without a mission', () => {
    const steps = planMonth({ lessons: ids(30), finished: [], missions: ['gift'] })
    expect(weeksOf(steps).slice(0, 2)).toEqual(['l1 l2 l3 l4 l5 practice gift', 'l6 l7 l8 l9 l10 practice practice'])
  })

  it('always has 28 steps, each lesson once, in order, and a mission at the end of each week', () => {
    const numbers = integer({ min: 0, max: 40 })
    assert(
      property(numbers, array(numbers), (count, finished) => {
        const lessons = ids(count)
        const steps = planMonth({ lessons, finished: finished.map((one) => `l${one}`), missions: four })
        expect(steps.map(({ kind }) => kind === 'mission')).toEqual(steps.map((_, index) => index % 7 === 6))
        const planned = steps.flatMap((step) => (step.kind === 'lesson' ? [step.lessonId] : []))
        expect(steps).toHaveLength(28)
        expect(planned).toEqual(lessons.filter((id) => planned.includes(id)))
      }),
    )
  })
})

const course = (id: string, goals: LearningGoal[], ...prerequisites: string[]) => ({
  id,
  goals,
  prerequisites,
  lessons: [{ id: `${id}1` }, { id: `${id}2` }],
})

describe('the order of lessons', () => {
  const courses = [
    course('zero', ['everyday']),
    course('work', ['work'], 'zero'),
    course('study', ['study'], 'zero'),
    course('safe', ['safety'], 'zero'),
    course('auto', ['automation'], 'work', 'safe'),
  ]
  const order = (...goals: LearningGoal[]) => [
    ...new Set(orderLessons(courses, votes(...goals)).map((id) => id.slice(0, -1))),
  ]

  it.each([
    ['without a quiz, the curriculum', [], ['zero', 'work', 'study', 'safe', 'auto']],
    ['course 1, then the course of the goal', ['safety'], ['zero', 'safe', 'work', 'study', 'auto']],
    [
      'prerequisites right before the course that needs them',
      ['automation'],
      ['zero', 'work', 'safe', 'auto', 'study'],
    ],
    ['several goals in curriculum order', ['study', 'safety'], ['zero', 'study', 'safe', 'work', 'auto']],
  ] as const)('is: %s', (_, goals, expected) => {
    expect(order(...goals)).toEqual(expected)
  })

  it('follows the number of votes', () => {
    const ordered = orderLessons(
      courses,
      new Map([
        ['study', 1],
        ['safety', 2],
      ]),
    )
    expect(ordered.slice(2, 4)).toEqual(['safe1', 'safe2'])
  })

  it('survives courses that need each other, or one that does not exist', () => {
    expect(orderLessons([course('a', [], 'b'), course('b', [], 'a', 'gone')], votes())).toHaveLength(4)
  })

  it('is empty without courses', () => {
    expect(orderLessons([], votes())).toEqual([])
  })

  it('has every lesson once, and never a course before its prerequisites', () => {
    assert(
      property(subarray([...learningGoals]), (goals) => {
        const ordered = orderLessons(courses, votes(...goals))
        expect(ordered.toSorted()).toEqual(courses.flatMap(({ lessons }) => lessons.map(({ id }) => id)).toSorted())
        for (const { id, prerequisites } of courses)
          for (const needed of prerequisites)
            expect(ordered.indexOf(`${needed}1`)).toBeLessThan(ordered.indexOf(`${id}1`))
      }),
    )
  })
})

describe('the missions', () => {
  it.each<[LearningGoal, MissionId[]]>([
    ['everyday', ['message', 'meals', 'gift']],
    ['work', ['message', 'placeholders', 'rehearse', 'template']],
    ['study', ['explain', 'rehearse']],
    ['research', ['explain', 'check']],
    ['creative', ['gift', 'rehearse']],
    ['safety', ['check', 'placeholders']],
    ['automation', ['meals', 'placeholders', 'template']],
  ])('for the goal %s include %j', (goal, fitting) => {
    const chosen = chooseMissions(votes(goal), [])
    expect(chosen).toHaveLength(4)
    expect(chosen).toEqual(expect.arrayContaining(fitting))
  })

  it.each<[LearningGoal, LearningGoal, MissionId[]]>([
    ['everyday', 'research', ['message', 'meals', 'gift', 'explain']],
    ['work', 'safety', ['message', 'placeholders', 'rehearse', 'template']],
    ['automation', 'research', ['meals', 'explain', 'placeholders', 'template']],
    ['creative', 'research', ['gift', 'explain', 'check', 'rehearse']],
    ['study', 'automation', ['meals', 'explain', 'placeholders', 'rehearse']],
    ['safety', 'study', ['explain', 'check', 'placeholders', 'rehearse']],
  ])('serve the goal %s with more votes before %s, and come in their order', (goal, other, expected) => {
    const twoVotes = new Map([
      [goal, 2],
      [other, 1],
    ])
    expect(chooseMissions(twoVotes, [])).toEqual(expected)
  })

  it('of the next 28 days are the other four', () => {
    const first = chooseMissions(votes('work'), [])
    const second = chooseMissions(votes('work'), first)
    expect([...first, ...second].toSorted()).toEqual([...missionIds].toSorted())
    expect(chooseMissions(votes('work'), [...first, ...second])).toEqual(first)
  })
})

describe('what is done', () => {
  const steps: PlanStep[] = [
    { kind: 'lesson', lessonId: 'l1' },
    { kind: 'practice' },
    { kind: 'mission', missionId: 'gift' },
    { kind: 'practice' },
  ]

  it.each([
    [{ lessons: [], missions: [], practiceDays: 0 }, [false, false, false, false]],
    [{ lessons: ['l1', 'other'], missions: [], practiceDays: 0 }, [true, false, false, false]],
    [{ lessons: [], missions: ['gift'], practiceDays: 1 }, [false, true, true, false]],
    [{ lessons: [], missions: ['meals'], practiceDays: 3 }, [false, true, false, true]],
  ])('after %o is %o', (done, expected) => {
    expect(doneSteps(steps, done)).toEqual(expected)
  })
})

const standing = (letters: string) =>
  letters.split('').map((letter) => ({
    kind: ({ l: 'lesson', p: 'practice', m: 'mission' } as const)[letter.toLowerCase() as 'l' | 'p' | 'm'],
    isDone: letter !== letter.toLowerCase(),
  }))

describe('the next step', () => {
  it.each([
    ['the first lesson', 'llpm', 0],
    ['the first open lesson, also when a later one is finished', 'LlLpm', 1],
    ['practice after the lessons before it', 'LLpml', 2],
    ['not practice or a mission once the next lesson is finished', 'LpmLl', 4],
    ['an open mission of the last week', 'LLPm', 3],
    ['none when all is done', 'LPM', null],
    ['none when only passed days are open', 'LpmL', null],
  ])('is %s', (_, letters, expected) => {
    expect(nextStep(standing(letters))).toBe(expected)
  })

  it('is never a done one, and every open lesson comes to be next', () => {
    const step = record({
      kind: constantFrom('lesson' as const, 'practice' as const, 'mission' as const),
      isDone: boolean(),
    })
    assert(
      property(array(step), (steps) => {
        const next = nextStep(steps)
        const hasOpenLesson = steps.some(({ kind, isDone }) => kind === 'lesson' && !isDone)
        expect(next === null ? hasOpenLesson : steps[next]?.isDone).toBe(false)
      }),
    )
  })
})

describe('the next 28 days may start', () => {
  it.each([
    ['not while a lesson is open', 'LlPM', '2026-12-01', false],
    ['after the last lesson', 'LLpm', '2026-11-02', true],
    ['not with open practice in a plan without lessons', 'Pm', '2026-11-02', false],
    ['after the last step of a plan without lessons', 'PM', '2026-11-02', true],
    ['not on day 28', 'lpm', '2026-11-28', false],
    ['after 28 days', 'lpm', '2026-11-29', true],
  ])('%s', (_, letters, today, expected) => {
    const startDay = today === '2026-12-01' ? '2026-11-05' : '2026-11-01'
    expect(canStartNextPlan(standing(letters), startDay, today)).toBe(expected)
  })
})
