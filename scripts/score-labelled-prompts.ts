import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { describeFinding } from './evaluate-prompts/describe-finding.ts'
import type { ScoredLine } from './evaluate-prompts/scored-line.ts'
import { readPromptLine } from './read-prompt-line.ts'

/**
 * Scores every line of a labelled prompt file that brings its own tasks, with derived rubrics. Labels are read only after scoring.
 * @throws Error naming the line that cannot be read
 */
export function scoreLabelledPrompts(file: string | URL): ScoredLine[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line, index) => {
    const read = readPromptLine(line)
    if ('error' in read) throw new Error(`line ${index + 1}: ${read.error}`)
    const evaluation = evaluatePrompt(read)
    const labels: Record<string, unknown> = JSON.parse(line)
    return {
      score: evaluation.score,
      label: Number(labels.label_score),
      kind: String(labels.kind),
      language: read.language,
      prompt: read.prompt,
      file: basename(String(file)),
      part: typeof labels.split === 'string' ? labels.split : null,
      rubric: 'derived',
      task: read.task.title,
      found: describeFinding(evaluation),
    }
  })
}
