import { describe, expect, it } from 'vitest'
import { calendarDays, planCalendar } from './learning-calendar.ts'

describe('days in a calendar', () => {
  it('begin today with the next steps, one a day, and go on without a plan', () => {
    const days = planCalendar('2027-02-27', false, ['a', 'b', 'c'])
    expect(days).toHaveLength(calendarDays)
    expect(days.slice(0, 4)).toEqual([
      { day: '2027-02-27', step: 'a' },
      { day: '2027-02-28', step: 'b' },
      { day: '2027-03-01', step: 'c' },
      { day: '2027-03-02', step: null },
    ])
  })

  it('begin tomorrow once today is learned, so that the steps stay where they were', () => {
    const before = planCalendar('2027-02-27', false, ['a', 'b', 'c'])
    const after = planCalendar('2027-02-27', true, ['b', 'c'])
    expect(after.slice(0, 2)).toEqual(before.slice(1, 3))
  })
})
