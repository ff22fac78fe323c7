import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { expect, it } from 'vitest'
import { readCourseLines, scoreCoursePrompts } from './score-course-prompts.ts'

/** Reading all courses takes some seconds on a busy machine. */
const contentLoads = 60_000
const root = join(import.meta.dirname, '..', '..')
const file = new URL('../../packages/evaluator/data/phone-prompts.jsonl', import.meta.url)

it(
  'prompts typed on a phone in Brazilian Portuguese pass and fail as labelled',
  () => {
    const scored = scoreCoursePrompts(readCourseLines(file), loadContent(join(root, 'content')), 'author')
    expect(scored.length).toBeGreaterThanOrEqual(40)
    const wrong = scored.filter(({ score, label }) => score > 3 !== label > 3)
    expect(wrong.map(({ task, score, label, prompt }) => `${task} ${label} → ${score}: ${prompt}`)).toEqual([])
  },
  contentLoads,
)
