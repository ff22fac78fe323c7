import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fragmentOfQuery, nextFragment, startingFragment } from './starting-fragment.ts'

describe('starting fragment', () => {
  it.each([
    ['nothing completed', [false, false, false], 0],
    ['the first one completed', [true, false, false], 1],
    ['a gap in the run', [true, false, true], 1],
    ['the first one open though later ones are completed', [false, true, true], 0],
    ['all completed but not finished: the last one, with the Finish button', [true, true, true], 2],
  ])('continues after the completed run: %s', (_, completed, expected) => {
    expect(nextFragment(completed)).toBe(expected)
    expect(startingFragment({ completed, isFinished: false, query: null })).toEqual({
      current: expected,
      isNavigationHidden: false,
    })
  })

  it('starts a lesson without fragments at zero', () => {
    expect(nextFragment([])).toBe(0)
    expect(startingFragment({ completed: [], isFinished: false, query: null }).current).toBe(0)
    expect(startingFragment({ completed: [], isFinished: true, query: null }).current).toBe(0)
  })

  it('shows a finished lesson in full without navigation, whatever the link says', () => {
    expect(startingFragment({ completed: [true, false, true], isFinished: true, query: '0' })).toEqual({
      current: 2,
      isNavigationHidden: true,
    })
  })

  it('follows a link to a fragment before the end of the completed run', () => {
    expect(startingFragment({ completed: [true, true, false], isFinished: false, query: '0' }).current).toBe(0)
    expect(startingFragment({ completed: [false, false, false], isFinished: false, query: '2' }).current).toBe(2)
    expect(fragmentOfQuery('123456789', 123_456_790)).toBe(123_456_789)
    expect(fragmentOfQuery(null, 3)).toBeNull()
  })

  it.each(['3', '-1', '1.5', '1e0', ' 1', '', '+1', '0x1', '１', 'one', '99999999999999999999'])(
    'ignores the query value %j',
    (query) => {
      expect(fragmentOfQuery(query, 3)).toBeNull()
      expect(startingFragment({ completed: [true, false, false], isFinished: false, query }).current).toBe(1)
    },
  )

  it('always names a fragment of the lesson', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.option(fc.oneof(fc.string(), fc.integer().map(String))),
        (completed, isFinished, query) => {
          const { current } = startingFragment({ completed, isFinished, query })
          expect(Number.isInteger(current) && current >= 0 && current < completed.length).toBe(true)
        },
      ),
    )
  })
})
