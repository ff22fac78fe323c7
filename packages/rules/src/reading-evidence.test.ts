import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasTimeFor, type ReadingClaim, secondsRead, secondsToCount } from './reading-evidence.ts'

it.each([
  [0, 0],
  [0.5, 1],
  [30, 3],
  [44, 5],
])('a text of %s seconds counts after %s', (readingSeconds, needed) => {
  expect(secondsToCount(readingSeconds)).toBe(needed)
})

it.each([
  ['reported for the first time', { reportedSeconds: 4, openedAtMs: null, completedAtMs: null }, 4],
  ['opened a while ago and viewed again briefly', { reportedSeconds: 1, openedAtMs: 0, completedAtMs: null }, 60],
  ['completed too fast and reported again later', { reportedSeconds: 1, openedAtMs: 0, completedAtMs: 1_000 }, 1],
  ['first heard of when it was completed', { reportedSeconds: 2, openedAtMs: null, completedAtMs: 30_000 }, 2],
  ['completed too fast and read again', { reportedSeconds: 7, openedAtMs: 0, completedAtMs: 1_000 }, 7],
])('counts the reading time of a fragment %s', (_, evidence, seconds) => {
  expect(secondsRead({ ...evidence, nowMs: 60_000 })).toBe(seconds)
})

const claim = (fromMs: number, untilMs: number, seconds: number) => ({ fromMs, untilMs, seconds })

describe('time for reading', () => {
  it.each([
    ['all of a window', [], claim(0, 4_000, 4), true],
    ['more than a window', [], claim(0, 4_000, 5), false],
    ['a window that ends before it begins', [], claim(5_000, 4_000, 0), false],
    ['nothing, at one moment', [], claim(4_000, 4_000, 0), true],
    ['what others leave of it', [claim(0, 4_000, 2)], claim(0, 4_000, 2), true],
    ['more than others leave of it', [claim(0, 4_000, 3)], claim(0, 4_000, 2), false],
    ['a time in the middle that was left', [claim(0, 10_000, 6)], claim(4_000, 8_000, 4), true],
    ['a time in the middle that was used', [claim(0, 10_000, 7)], claim(4_000, 8_000, 4), false],
    ['an earlier time than others', [claim(5_000, 9_000, 4)], claim(0, 4_000, 4), true],
  ])('is there for %s', (_, others, wanted, expected) => {
    expect(hasTimeFor(wanted, others)).toBe(expected)
  })

  it('gives each second once, whatever the order of the claims', () => {
    const any = fc
      .record({ fromMs: fc.nat(9), length: fc.nat(9), seconds: fc.nat(4) })
      .map(({ fromMs, length, seconds }) => claim(fromMs * 1000, (fromMs + length) * 1000, seconds))
    fc.assert(
      fc.property(fc.array(any, { maxLength: 7 }), (claims) => {
        const counted: ReadingClaim[] = []
        for (const next of claims) if (hasTimeFor(next, counted)) counted.push(next)
        expect(canBeScheduled(counted)).toBe(true)
        const refused = claims.filter((each) => !counted.includes(each))
        expect(refused.filter((each) => canBeScheduled([...counted, each]))).toEqual([])
      }),
    )
  })
})

/** Reads in steps of a second, always what must end first: the best that anybody can do. */
const canBeScheduled = (claims: readonly ReadingClaim[]): boolean => {
  const left = claims.map((each) => ({ ...each })).toSorted((a, b) => a.untilMs - b.untilMs)
  for (let nowMs = 0; nowMs < 20_000; nowMs += 1000) {
    const next = left.find(({ fromMs, seconds }) => fromMs <= nowMs && seconds > 0)
    if (next && nowMs + 1000 > next.untilMs) return false
    if (next) next.seconds -= 1
  }
  return left.every(({ seconds, fromMs, untilMs }) => seconds === 0 && fromMs <= untilMs)
}
