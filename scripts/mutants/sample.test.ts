import { describe, expect, it } from 'vitest'
import { drawSample } from './sample.mjs'

const mutants = Array.from({ length: 100 }, (_, line) => ({
  fileName: '/somewhere/packages/rules/src/streak.ts',
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
  mutatorName: 'EqualityOperator',
  replacement: 'a >= b',
}))
const linesOf = (sample: typeof mutants) => sample.map(({ location }) => location.start.line)

describe('a sample of mutants', () => {
  it('is the same for the same seed, in whatever order they come', () => {
    const sample = linesOf(drawSample(mutants, { count: 10, seed: '1' }))
    expect(sample).toHaveLength(10)
    expect(linesOf(drawSample(mutants.toReversed(), { count: 10, seed: '1' }))).toEqual(sample)
    expect(linesOf(drawSample(mutants, { count: 10, seed: '2' }))).not.toEqual(sample)
  })

  it('has all of them when there are fewer than asked for', () => {
    expect(drawSample(mutants, { count: 200, seed: '1' })).toHaveLength(100)
  })

  it('of some mutants contains those that are in the sample of all', () => {
    const some = mutants.slice(0, 50)
    const ofAll = drawSample(mutants, { count: 10, seed: '1' }).filter((mutant) => some.includes(mutant))
    expect(drawSample(some, { count: 10, seed: '1' })).toEqual(expect.arrayContaining(ofAll))
  })
})
