import { describe, expect, it } from 'vitest'
import { findRubricFaults } from './check-rubric.ts'
import type { Criterion, Rubric } from './rubric.ts'
import { clientMailRubric } from './test-support/tasks.ts'

const withCriterion = (criterion: Partial<Criterion>): Rubric => ({
  facts: { room: {} },
  criteria: [{ id: 'one', level: 'must', weight: 1, cues: ['length'], ...criterion }],
})

describe('checking a rubric', () => {
  it('finds nothing wrong with a good one', () => {
    expect(findRubricFaults(clientMailRubric, clientMailRubric.words)).toEqual([])
  })

  it.each([
    [{ weight: 9 }, 'weight'],
    [{ cues: [] }, 'needs cues, re or of'],
    [{ cues: ['lenght' as 'length'] }, 'unknown cue lenght'],
    [{ of: ['roof'] }, 'unknown fact roof'],
    [{ of: ['room'], needFacts: 2 }, 'needFacts'],
    [{ re: ['(yes'] }, 'not a valid'],
    [{ re: ['(a+)+b'] }, 'repeats'],
    [{ re: ['x*'] }, 'empty text'],
  ])('names the fault of %j', (criterion, fault) => {
    expect(findRubricFaults(withCriterion(criterion)).join('\n')).toContain(fault)
  })

  it('names a fact to hide that it does not have', () => {
    expect(findRubricFaults({ ...withCriterion({}), hide: ['roof'] }).join('\n')).toContain('unknown fact roof')
  })

  it('misses words that have no criterion and criteria that have no words', () => {
    const faults = findRubricFaults(withCriterion({}), { criteria: { two: { hint: 'x' } } })
    expect(faults).toEqual([
      'words: criterion one has no hint',
      'words: there is no criterion two',
      'words: fact room has no forms',
    ])
  })
})
