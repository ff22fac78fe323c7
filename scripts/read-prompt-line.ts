import type { EvaluationInput } from '@kitewise/evaluator/evaluate-prompt'

/** The keys of a line; labels may stand beside them and are not looked at. */
const needed = ['task_title', 'task_full_description', 'prompt', 'language'] as const

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Reads one JSON line of a prompt file: the task's words, the prompt and its language, or what is wrong with the line. */
export function readPromptLine(line: string): EvaluationInput | { error: string } {
  let value: unknown
  try {
    // A file saved on Windows may begin with a byte order mark.
    value = JSON.parse(line.replace(/^\uFEFF/, ''))
  } catch {
    return { error: 'not a line of JSON' }
  }
  if (typeof value !== 'object' || value === null) return { error: 'not an object' }
  const fields: Record<string, unknown> = { ...value }
  const missing = needed.filter((key) => !isText(fields[key]))
  if (missing.length > 0) return { error: `missing or not text: ${missing.join(', ')}` }
  const text = (key: string) => (isText(fields[key]) ? fields[key] : '')
  const task = {
    title: text('task_title'),
    description: text('task_description'),
    fullDescription: text('task_full_description'),
    tip: text('tip'),
  }
  return { task, rubric: null, prompt: text('prompt'), language: text('language') }
}
