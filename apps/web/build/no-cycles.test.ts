import { expect, test } from 'vitest'
import { cycleOf } from './no-cycles.ts'

test('chunks that import each other are named, at any depth', () => {
  expect(
    cycleOf({
      start: { imports: ['core'] },
      core: { imports: ['reading'] },
      reading: { imports: ['data'] },
      data: { imports: ['core'] },
    }),
  ).toEqual(['core', 'reading', 'data', 'core'])
  expect(cycleOf({ core: { imports: ['core'] } })).toEqual(['core', 'core'])
})

test('chunks that share others, or import files outside of the build, are none', () => {
  expect(
    cycleOf({
      quiz: { imports: ['shared', 'core'] },
      shared: { imports: ['core'] },
      core: { imports: ['https://elsewhere.example/library.js'] },
    }),
  ).toBeUndefined()
})
