import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { courseProgress } from './course-progress.ts'

const thirteen = Array.from({ length: 13 }, (_, index) => `l${index + 1}`)

describe('course progress', () => {
  it.each([
    [0, 0, 0, 'not_started'],
    [0, 1, 0, 'in_progress'],
    [1, 1, 8, 'in_progress'],
    [2, 2, 15, 'in_progress'],
    [12, 13, 92, 'in_progress'],
    [13, 13, 100, 'completed'],
  ])('with %i of 13 finished and %i started is %i percent, %s', (finished, started, percent, status) => {
    expect(
      courseProgress(thirteen, {
        finishedLessons: thirteen.slice(0, finished),
        startedLessons: thirteen.slice(0, started),
      }),
    ).toEqual({ totalLessons: 13, lessonsCompleted: finished, percent, status })
  })

  it('ignores lessons that are no longer part of the course, and counts each once', () => {
    const learner = { finishedLessons: ['gone', 'a', 'a'], startedLessons: ['gone'] }
    expect(courseProgress(['a', 'b'], learner)).toMatchObject({ lessonsCompleted: 1, percent: 50 })
    expect(courseProgress(['b'], learner)).toMatchObject({ lessonsCompleted: 0, status: 'not_started' })
  })

  it('is in progress with a finished lesson that was never started', () => {
    expect(courseProgress(['a', 'b'], { finishedLessons: ['a'], startedLessons: [] }).status).toBe('in_progress')
  })

  it('is not started for a course without lessons', () => {
    expect(courseProgress([], { finishedLessons: [], startedLessons: [] })).toEqual({
      totalLessons: 0,
      lessonsCompleted: 0,
      percent: 0,
      status: 'not_started',
    })
  })

  it('is completed exactly when every lesson is finished', () => {
    fc.assert(
      fc.property(fc.subarray(thirteen), fc.subarray(thirteen), (finishedLessons, startedLessons) => {
        const progress = courseProgress(thirteen, { finishedLessons, startedLessons })
        expect(progress.status === 'completed').toBe(finishedLessons.length === 13)
        expect(progress.percent === 100).toBe(finishedLessons.length === 13)
      }),
    )
  })
})
