import { expect, it } from 'vitest'
import { secondsRead, secondsToCount } from './reading-evidence.ts'

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
