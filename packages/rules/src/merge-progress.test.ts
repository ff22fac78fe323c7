import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { mergeProgress, recordReport, type FragmentRecord } from './merge-progress.ts'

const minute = 60_000
const time = fc.integer({ min: 0, max: 100 * minute })
const record = fc.record<FragmentRecord>({
  openedAtMs: time,
  completedAtMs: fc.option(time),
  timeSpentSeconds: fc.nat(6000),
})
const report = fc.record({ completed: fc.boolean(), timeSpentSeconds: fc.nat(86_400) })

describe('merging records of a fragment', () => {
  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(record, record, record, (a, b, c) => {
        expect(mergeProgress(a, b)).toEqual(mergeProgress(b, a))
        expect(mergeProgress(mergeProgress(a, b), c)).toEqual(mergeProgress(a, mergeProgress(b, c)))
        expect(mergeProgress(a, a)).toEqual(a)
      }),
    )
  })

  it('keeps the earliest opening and completion and the longest time', () => {
    const early = { openedAtMs: 1, completedAtMs: 5, timeSpentSeconds: 2 }
    const late = { openedAtMs: 3, completedAtMs: 9, timeSpentSeconds: 4 }
    expect(mergeProgress(late, early)).toEqual({ openedAtMs: 1, completedAtMs: 5, timeSpentSeconds: 4 })
  })
})

describe('recording a report', () => {
  let opened: FragmentRecord
  let completed: FragmentRecord

  // An error while tests are collected is no failed test.
  beforeAll(() => {
    opened = recordReport(null, { completed: false, timeSpentSeconds: 0 }, 10 * minute)
    completed = recordReport(opened, { completed: true, timeSpentSeconds: 40 }, 11 * minute)
  })

  it('opens, then completes with the reported time', () => {
    expect(opened).toEqual({ openedAtMs: 10 * minute, completedAtMs: null, timeSpentSeconds: 0 })
    expect(completed).toEqual({ openedAtMs: 10 * minute, completedAtMs: 11 * minute, timeSpentSeconds: 40 })
  })

  it('keeps a completed fragment completed when a late start arrives', () => {
    expect(recordReport(completed, { completed: false, timeSpentSeconds: 0 }, 12 * minute)).toEqual(completed)
  })

  it.each([
    ['as reported when more time has elapsed', 10 * minute, 40, 40],
    ['up to the elapsed time plus a minute', 2 * minute, 500, 180],
    ['in whole seconds', 1_900, 500, 61],
    ['as zero when the report is negative', 2 * minute, -5, 0],
    ['up to a minute when opening and completing arrive together', 0, 500, 60],
  ])('counts time %s', (_, passedMs, timeSpentSeconds, counted) => {
    const done = recordReport(opened, { completed: true, timeSpentSeconds }, 10 * minute + passedMs)
    expect(done.timeSpentSeconds).toBe(counted)
  })

  it('changes nothing when a completing report is repeated, however late', () => {
    fc.assert(
      fc.property(fc.option(record), fc.nat(86_400), time, time, (stored, timeSpentSeconds, now, later) => {
        const first = recordReport(stored, { completed: true, timeSpentSeconds }, now)
        expect(recordReport(first, { completed: true, timeSpentSeconds }, now + later)).toEqual(first)
      }),
    )
  })

  it('never reverts', () => {
    fc.assert(
      fc.property(record, report, time, (stored, next, now) => {
        const after = recordReport(stored, next, now)
        expect(after.openedAtMs).toBeLessThanOrEqual(stored.openedAtMs)
        expect(after.timeSpentSeconds).toBeGreaterThanOrEqual(stored.timeSpentSeconds)
        expect(after.completedAtMs !== null).toBe(stored.completedAtMs !== null || next.completed)
      }),
    )
  })

  it('gives the same completion and time whichever of two tabs reports first', () => {
    fc.assert(
      fc.property(report, report, time, (a, b, now) => {
        const one = recordReport(recordReport(opened, a, now + 10 * minute), b, now + 10 * minute)
        const other = recordReport(recordReport(opened, b, now + 10 * minute), a, now + 10 * minute)
        expect(one).toEqual(other)
      }),
    )
  })
})
