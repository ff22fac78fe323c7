import { join } from 'node:path'
import { describeTask } from '@kitewise/content/answers'
import { isPromptTask } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import type { Task } from '@kitewise/evaluator/task'

const catalog = loadContent(join(import.meta.dirname, '../content'))

/** A task that asks for a prompt or for the repair of one, with its texts in a language or the fallback. @throws {Error} for an unknown practice */
export function readTask(practiceId: string, language: string): Task {
  const found = catalog.findPractice(practiceId)
  if (!found || !isPromptTask(found.practice)) throw new Error(`${practiceId} is no prompt task`)
  return describeTask(found.course, found.practice, language)
}
