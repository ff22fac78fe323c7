import { describe, expect, it } from 'vitest'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { matchesFilter, readFilter, writeFilter } from './course-filter.ts'

describe('the filter in the address', () => {
  it('survives a round trip', () => {
    const filter = { level: 'advanced', status: 'in_progress' } as const
    expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter)
  })

  it('reads unknown values as "all"', () => {
    expect(readFilter(new URLSearchParams('level=expert&status='))).toEqual({ level: null, status: null })
  })
})

describe('matchesFilter', () => {
  const begun = { course: makeCourse({ level: 'beginner' }), progress: makeProgress(['l1']) }
  it.each([
    [null, null, true],
    ['beginner', null, true],
    ['advanced', null, false],
    ['beginner', 'in_progress', true],
    ['beginner', 'completed', false],
    [null, 'not_started', false],
  ] as const)('level %s and status %s: %s', (level, status, fits) => {
    expect(matchesFilter({ level, status }, begun)).toBe(fits)
  })
})
