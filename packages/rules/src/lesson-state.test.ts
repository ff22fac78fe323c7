import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canOpenLesson, currentLesson, lessonState, type LessonsOfLearner, type LessonState } from './lesson-state.ts'

const lessons = ['l1', 'l2', 'l3', 'l4']
const statesOf = (learner: LessonsOfLearner): LessonState[] => lessons.map((id) => lessonState(lessons, learner, id))

const learnerOf = (lessonIds: string[]) =>
  fc.record({
    finishedLessons: fc.subarray(lessonIds),
    startedLessons: fc.shuffledSubarray(lessonIds),
  })

describe('lesson state', () => {
  it.each([
    ['nothing done', [], [], ['available', 'locked', 'locked', 'locked']],
    ['first started', [], ['l1'], ['current', 'locked', 'locked', 'locked']],
    ['first finished', ['l1'], ['l1'], ['completed', 'available', 'locked', 'locked']],
    ['second started', ['l1'], ['l1', 'l2'], ['completed', 'current', 'locked', 'locked']],
    ['all finished', lessons, lessons, ['completed', 'completed', 'completed', 'completed']],
    ['finished without a start on record', ['l1', 'l2'], [], ['completed', 'completed', 'available', 'locked']],
    [
      'a lesson was inserted before the finished ones',
      ['l2', 'l3'],
      ['l2', 'l3'],
      ['available', 'completed', 'completed', 'available'],
    ],
    [
      'a lesson was inserted before the started one',
      ['l1'],
      ['l1', 'l3'],
      ['completed', 'available', 'current', 'locked'],
    ],
    [
      'the inserted lesson was started after it',
      ['l1'],
      ['l1', 'l3', 'l2'],
      ['completed', 'current', 'available', 'locked'],
    ],
    ['progress in removed lessons', ['old'], ['old', 'older'], ['available', 'locked', 'locked', 'locked']],
  ] as const)('is right when %s', (_, finishedLessons, startedLessons, expected) => {
    expect(statesOf({ finishedLessons, startedLessons })).toEqual(expected)
  })

  it('locks a lesson that is not part of the course, whatever the stored progress', () => {
    expect(lessonState(lessons, { finishedLessons: ['x'], startedLessons: ['x'] }, 'x')).toBe('locked')
  })

  it('continues with the lesson that was started last', () => {
    expect(currentLesson(lessons, { finishedLessons: ['l2'], startedLessons: ['l1', 'l3', 'l2'] })).toBe('l3')
    expect(currentLesson(lessons, { finishedLessons: [], startedLessons: ['l1', 'of-another-course'] })).toBe('l1')
    expect(currentLesson(lessons, { finishedLessons: [], startedLessons: [] })).toBeNull()
  })

  it('opens every lesson but a locked one', () => {
    expect((['completed', 'current', 'available', 'locked'] as const).map(canOpenLesson)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('has at most one current lesson, and always one to open', () => {
    fc.assert(
      fc.property(learnerOf(lessons), (learner) => {
        const states = statesOf(learner)
        expect(states.filter((state) => state === 'current').length).toBeLessThanOrEqual(1)
        expect(states.some(canOpenLesson)).toBe(true)
      }),
    )
  })

  it('never locks a lesson when more lessons are finished or started', () => {
    fc.assert(
      fc.property(learnerOf(lessons), learnerOf(lessons), (before, more) => {
        const after = {
          finishedLessons: [...before.finishedLessons, ...more.finishedLessons],
          startedLessons: [...before.startedLessons, ...more.startedLessons],
        }
        const open = lessons.filter((id) => canOpenLesson(lessonState(lessons, before, id)))
        const closed = open.filter((id) => !canOpenLesson(lessonState(lessons, after, id)))
        expect(closed).toEqual([])
      }),
    )
  })

  it('lets a learner reach the end of every course through open lessons', () => {
    fc.assert(
      fc.property(learnerOf(lessons), (learner) => {
        const finished = new Set(learner.finishedLessons)
        for (let step = 0; step < lessons.length; step += 1) {
          const now = { ...learner, finishedLessons: [...finished] }
          const next = lessons.find((id) => !finished.has(id) && canOpenLesson(lessonState(lessons, now, id)))
          if (next) finished.add(next)
        }
        expect(finished.size).toBe(lessons.length)
      }),
    )
  })
})
