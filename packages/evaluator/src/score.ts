import type { Level } from './task.ts'

export type Score = 0 | 1 | 2 | 3 | 4 | 5

/** A higher score passes (docs/product.md R57). */
export const passMark = 3

/** 5: all points; 4: all must points; 3: one must point is missing or wrong; 2: two or more are. */
export function scorePoints(points: readonly { level: Level; isThere: boolean }[]): Score {
  const absent = points.filter(({ isThere }) => !isThere)
  const musts = absent.filter(({ level }) => level === 'must').length
  if (absent.length === 0) return 5
  if (musts === 0) return 4
  return musts === 1 ? 3 : 2
}
