import { readFileSync } from 'node:fs'
import type { Catalog } from '@kitewise/content/catalog'
import { describeTask, type DescribedTask } from '@kitewise/content/describe-task'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { z } from 'zod'
import { describeFinding } from './describe-finding.ts'
import type { RubricSource, ScoredLine } from './scored-line.ts'

const highestLabel = 5

const courseLine = z.strictObject({
  id: z.string(),
  split: z.enum(['dev', 'test', 'fresh', 'unseen', 'newer-dev', 'newer-test']),
  task: z.string(),
  language: z.enum(['en', 'ua', 'ko', 'es', 'fr', 'tr', 'ja', 'pt']),
  prompt: z.string(),
  label: z.int().min(0).max(highestLabel),
  kind: z.string(),
  traits: z.array(z.string()),
})

export type CourseLine = z.infer<typeof courseLine>

/**
 * Reads labelled prompts for tasks of our courses.
 * @throws Error naming the line that cannot be read
 */
export function readCourseLines(file: URL): CourseLine[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, index) => {
      const read = courseLine.safeParse(JSON.parse(line))
      if (!read.success) throw new Error(`line ${index + 1}: ${z.prettifyError(read.error)}`)
      return read.data
    })
}

function findTask(catalog: Catalog, { task, language }: CourseLine): DescribedTask {
  const found = catalog.findPractice(task)
  if (found?.practice.type !== 'PROMPT_CREATION') throw new Error(`${task} is no prompt task of the courses`)
  return describeTask(found.course, found.practice, language)
}

/**
 * Scores labelled prompts for tasks of our courses as the product does without another judge, or with a derived rubric.
 * @throws Error naming a task that the catalogue does not have
 */
export function scoreCoursePrompts(lines: readonly CourseLine[], catalog: Catalog, rubric: RubricSource): ScoredLine[] {
  return lines.map((line) => {
    const described = findTask(catalog, line)
    const { prompt, language, label, kind, task, split } = line
    const input = { task: described.task, rubric: rubric === 'author' ? described.rubric : null, prompt, language }
    const evaluation = evaluatePrompt(input)
    const found = describeFinding(evaluation)
    const file = 'course-prompts'
    return { score: evaluation.score, label, kind, language, prompt, file, part: split, rubric, task, found }
  })
}
