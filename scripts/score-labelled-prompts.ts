import { readFileSync } from 'node:fs'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import type { Labelled } from './measure-agreement.ts'
import { readPromptLine } from './read-prompt-line.ts'

/** A labelled line after scoring; `split` is the part of the file it belongs to, where there are parts. */
export type ScoredLine = Labelled & { split: string | null }

/**
 * Scores every line of a labelled prompt file with derived rubrics. Labels are read only after scoring.
 * @throws Error naming the line that cannot be read
 */
export function scoreLabelledPrompts(file: string | URL): ScoredLine[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line, index) => {
    const read = readPromptLine(line)
    if ('error' in read) throw new Error(`line ${index + 1}: ${read.error}`)
    const { score } = evaluatePrompt(read)
    const labels: Record<string, unknown> = JSON.parse(line)
    return {
      score,
      label: Number(labels.label_score),
      kind: String(labels.kind),
      language: read.language,
      split: typeof labels.split === 'string' ? labels.split : null,
    }
  })
}
