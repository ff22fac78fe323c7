import { assert, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duration, timespan } from './times.ts'

describe('session times', () => {
  it.each([
    [0, 'PT0S', '0000:00:00.00'],
    [59.999, 'PT1M0S', '0000:01:00.00'],
    [300, 'PT5M0S', '0000:05:00.00'],
    [3_723.45, 'PT1H2M3.45S', '0001:02:03.45'],
  ])('%s seconds', (seconds, iso, span) => {
    expect(duration(seconds)).toBe(iso)
    expect(timespan(seconds)).toBe(span)
  })

  it('always have the form of the standard', () => {
    assert(
      property(double({ min: 0, max: 100_000_000, noNaN: true }), (seconds) => {
        expect(duration(seconds)).toMatch(/^PT(\d+H)?(\d+M)?\d+(\.\d{1,2})?S$/)
        expect(timespan(seconds)).toMatch(/^\d{4}:[0-5]\d:[0-5]\d\.\d\d$/)
      }),
    )
  })
})
