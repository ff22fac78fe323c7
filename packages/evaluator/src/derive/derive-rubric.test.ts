import { describe, expect, it } from 'vitest'
import { deriveRubric } from './derive-rubric.ts'

describe('deriving a rubric', () => {
  it.each(['a ', 'the ', 'one good ', 'in a '])('from a long row of "%s" takes no long', (words) => {
    deriveRubric({ title: '', fullDescription: 'Write to a friend.' }, 'en')
    const begin = performance.now()
    deriveRubric({ title: '', fullDescription: words.repeat(31) }, 'en')
    expect(performance.now() - begin).toBeLessThan(500)
  })

  it('reads a tone out of the words before it', () => {
    const rubric = deriveRubric({ title: '', fullDescription: 'Write to a friend in a warm, personal tone.' }, 'en')
    expect(rubric.criteria.map(({ id }) => id)).toContain('tone')
  })
})
