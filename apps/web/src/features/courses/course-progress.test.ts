import { describe, expect, it } from 'vitest'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { asHours, minutesLeft } from './course-progress.ts'

describe('the time left in a course', () => {
  it('sums the minutes of every unfinished lesson, including the current one', () => {
    const course = makeCourse()
    expect(minutesLeft(course, makeProgress([]))).toBe(20)
    expect(minutesLeft(course, makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 2 }))).toBe(15)
    expect(minutesLeft(course, makeProgress(['l1', 'l2', 'l3', 'l4']))).toBe(0)
  })

  it('ignores lessons that were removed from the course', () => {
    expect(minutesLeft(makeCourse(), makeProgress(['gone', 'l1']))).toBe(15)
  })

  it.each([
    [1, 0, 1],
    [59, 0, 59],
    [60, 1, 0],
    [62, 1, 0],
    [63, 1, 5],
    [67, 1, 5],
    [118, 2, 0],
    [150, 2, 30],
  ])('of %i minutes is shown as %i h %i min', (minutes, hours, rest) => {
    expect(asHours(minutes)).toEqual({ hours, minutes: rest })
  })
})
