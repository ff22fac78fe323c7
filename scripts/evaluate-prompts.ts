import { createInterface } from 'node:readline'
import { z } from 'zod'
import { marks } from '@kitewise/contract/entities'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import { languages } from '@kitewise/evaluator/language'
import { passMark } from '@kitewise/evaluator/score'
import { readTask } from './read-tasks.ts'

/**
 * Evaluates prompts from stdin with the checklist, like the product without a model:
 * `npm run --silent evaluate-prompts < in.jsonl > out.jsonl`. One line out for each line in, in order. An unreadable
 * line becomes `{"error": …}` and sets exit code 1.
 */
const lineShape = z.object({
  /** A practice ID: `ai-zero.l03.f3.p1`. */
  task: z.string(),
  /** The learner's language. The task is in it, or in English if the lesson isn't translated. */
  language: z.enum(languages),
  prompt: z.string(),
  /** The learner's marks, in UTF-16 offsets of the prompt. */
  shown: marks.optional(),
})

const evaluateLine = (line: string) => {
  const { task, language, prompt, shown } = lineShape.parse(JSON.parse(line.replace(/^\uFEFF/, '')))
  const evaluation = evaluatePrompt({ task: readTask(task, language), prompt, language, shown })
  const { gate, comment, recommendedPrompt } = evaluation
  const score = Number(evaluation.score)
  const points = evaluation.points.map(({ id, state, spans }) => ({ id, state, spans }))
  return { score, pass: score > passMark, gate, points, comment, recommendedPrompt }
}

const explain = (error: unknown): string => {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return error instanceof SyntaxError ? 'not a line of JSON' : String(error)
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  try {
    console.log(JSON.stringify(evaluateLine(line)))
  } catch (error) {
    console.log(JSON.stringify({ error: explain(error) }))
    process.exitCode = 1
  }
}
