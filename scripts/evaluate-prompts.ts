import { createInterface } from 'node:readline'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { readPromptLine } from './read-prompt-line.ts'

/**
 * Scores prompts from the standard input, offline and without author rubrics, so that the evaluator can be measured on any
 * labelled file: `npm run --silent evaluate-prompts < in.jsonl > out.jsonl`. One line in, one line out, in order. A line that
 * cannot be read becomes `{"error": …}` in its place and makes the exit code 1.
 */
let failed = false

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const read = readPromptLine(line)
  if ('error' in read) {
    failed = true
    console.log(JSON.stringify({ error: read.error }))
    continue
  }
  const { score, pass, gate, criteria } = evaluatePrompt(read)
  console.log(JSON.stringify({ score, pass, gate, criteria }))
}
process.exitCode = failed ? 1 : 0
