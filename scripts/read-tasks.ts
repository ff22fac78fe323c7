import { join } from 'node:path'
import { describeTask } from '@kitewise/content/answers'
import { loadContent } from '@kitewise/content/load-content'
import type { Task } from '@kitewise/evaluator/task'

const catalog = loadContent(join(import.meta.dirname, '../content'))

/** A prompt task with its texts in a language or the fallback. @throws {Error} for an unknown practice */
export function readTask(practiceId: string, language: string): Task {
  const found = catalog.findPractice(practiceId)
  if (found?.practice.type !== 'PROMPT_CREATION') throw new Error(`${practiceId} is no prompt task`)
  return describeTask(found.course, found.practice, language)
}
