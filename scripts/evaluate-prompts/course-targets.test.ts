import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { expect, it } from 'vitest'
import { judgeLanguages, judgeTargets } from './prompt-targets.ts'
import { readCourseLines, scoreCoursePrompts } from './score-course-prompts.ts'

const root = join(import.meta.dirname, '../..')
const catalog = loadContent(join(root, 'content'))
const lines = readCourseLines(new URL('../../packages/evaluator/data/course-prompts.jsonl', import.meta.url))
const scored = scoreCoursePrompts(lines, catalog, 'author')
const missed = (verdicts: ReturnType<typeof judgeTargets>) =>
  verdicts
    .filter(({ reached }) => !reached)
    .map(({ measure, value, wanted }) => `${measure} ${value}, wanted ${wanted}`)

it.each(['dev', 'test'])('prompts for our own tasks are scored as the labels have them: half %s', (half) => {
  const part = scored.filter((line) => line.part === half)
  expect(part.length).toBeGreaterThanOrEqual(170)
  expect(missed(judgeTargets(part, 'author'))).toEqual([])
})

it('prompts for our own tasks are scored well in each of the eight languages', () => {
  const verdicts = judgeLanguages(scored)
  expect(verdicts).toHaveLength(8)
  expect(missed(verdicts)).toEqual([])
})
