import { describe, expect, it } from 'vitest'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { climbOf, strandsOf } from './climb.ts'
import { unknownProgress } from './course-progress.ts'

const titles = (finished: string[]) =>
  climbOf(makeCourse(), makeProgress(finished)).map(({ message }) => message?.title ?? null)

describe('the message of a level', () => {
  it('is the one the learner has reached, and changes with each level', () => {
    expect(titles([])).toEqual(['Ready', null])
    expect(titles(['l1'])).toEqual(['Ready', null])
    expect(titles(['l1', 'l2'])).toEqual(['Half way', 'Half way'])
    expect(titles(['l1', 'l2', 'l3', 'l4'])).toEqual(['Half way', 'Done'])
  })

  it('is missing while the progress is unknown', () => {
    const levels = climbOf(makeCourse(), unknownProgress)
    expect(levels.map(({ message }) => message)).toEqual([null, null])
    expect(levels.flatMap(({ lessons }) => lessons.map(({ state }) => state))).toEqual([null, null, null, null])
  })
})

const numbers = (path: string | null): number[] => (path?.match(/-?[\d.]+/g) ?? []).map(Number)

describe('the string', () => {
  it('joins from row to row and ends at the first and the last one', () => {
    const strands = strandsOf(['gate', 'knot', 'knot', 'knot', 'gate', 'knot', 'medal'])
    expect(strands[0]?.below).toBeNull()
    expect(strands.at(-1)?.above).toBeNull()
    for (const [index, { above, x }] of strands.entries()) {
      const next = strands[index + 1]
      if (!next) continue
      const [startX, startY] = numbers(above)
      expect([startX, startY]).toEqual([x, 50])
      expect(numbers(above).at(-2)).toBe(numbers(next.below)[0])
      expect([numbers(above).at(-1), numbers(next.below)[1]]).toEqual([0, 100])
    }
  })

  it('hangs straight at gates', () => {
    const [gate, knot] = strandsOf(['gate', 'knot', 'knot'])
    expect(gate?.x).toBe(60)
    expect(knot?.x).not.toBe(60)
  })
})
