import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { progressMessage, ringDegrees } from './course-progress.ts'

const messages = [0, 25, 50, 75, 100].map((percentProgress) => ({ percentProgress }))

describe('progress message', () => {
  it.each([
    [0, 0],
    [24, 0],
    [25, 25],
    [99, 75],
    [100, 100],
  ])('at %i percent is the one for %i', (percent, threshold) => {
    expect(progressMessage(messages, percent)?.percentProgress).toBe(threshold)
    expect(progressMessage([...messages].reverse(), percent)?.percentProgress).toBe(threshold)
  })

  it('is absent below every threshold', () => {
    expect(progressMessage([{ percentProgress: 10 }], 9)).toBeNull()
    expect(progressMessage([], 100)).toBeNull()
  })
})

describe('progress ring', () => {
  it.each([
    [0, 0],
    [50, 135],
    [100, 270],
    [-5, 0],
    [250, 270],
  ])('at %i percent is %i degrees', (percent, degrees) => {
    expect(ringDegrees(percent)).toBe(degrees)
  })

  it('grows with the percent', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), (a, b) => {
        expect(Math.sign(ringDegrees(a) - ringDegrees(b))).toBe(Math.sign(a - b))
      }),
    )
  })
})
