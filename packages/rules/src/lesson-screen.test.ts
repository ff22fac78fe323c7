import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lessonProgressBar } from './lesson-screen.ts'

const firstDone = (done: number, total: number) => Array.from({ length: total }, (_, index) => index < done)

describe('lesson progress bar', () => {
  it('advances one step per fragment and is full on the last one', () => {
    const bars = [0, 1, 2, 3].map((done) => lessonProgressBar(firstDone(done, 4), done + 1))
    expect(bars).toEqual([25, 50, 75, 100])
  })

  it('is full when everything is completed and shown', () => {
    expect(lessonProgressBar([true, true, true], 3)).toBe(100)
  })

  it('counts completed fragments that are not shown', () => {
    expect(lessonProgressBar([false, true, false, false], 1)).toBe(50)
  })

  it('counts no fragment as shown below zero', () => {
    expect(lessonProgressBar([false, false, false], -1)).toBe(0)
  })

  it('is empty for a lesson without fragments', () => {
    expect(lessonProgressBar([], 0)).toBe(0)
  })

  it('stays within 0 and 100 and never decreases with more completed or shown fragments', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: -2, max: 20 }),
        fc.nat(7),
        (completed, shown, index) => {
          const before = lessonProgressBar(completed, shown)
          const more = completed.map((done, position) => done || position === index)
          expect(before).toBeGreaterThanOrEqual(0)
          expect(lessonProgressBar(more, shown + 1)).toBeGreaterThanOrEqual(before)
          expect(lessonProgressBar(more, shown + 1)).toBeLessThanOrEqual(100)
        },
      ),
    )
  })
})
