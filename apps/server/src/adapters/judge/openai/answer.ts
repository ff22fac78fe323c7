import { z } from 'zod'
import { BadAnswerError } from './provider-error.ts'

const met = z.union([z.literal(0), z.literal(0.5), z.literal(1)])

/** What a model answers. There is no score in it: the server adds up. Extra keys are dropped. */
const answer = z.object({
  criteria: z.array(z.object({ id: z.string(), met, quote: z.string().catch('') })),
  offtopic: z.boolean().catch(false),
  to_grader: z.boolean().catch(false),
  comment: z.string().catch(''),
  recommendedPrompt: z.string().catch(''),
})
export type ModelAnswer = z.infer<typeof answer>

/** The same shape for servers that hold a model to a schema. */
export const answerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['criteria', 'offtopic', 'to_grader', 'comment', 'recommendedPrompt'],
  properties: {
    criteria: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'quote', 'met'],
        properties: { id: { type: 'string' }, quote: { type: 'string' }, met: { type: 'number', enum: [0, 0.5, 1] } },
      },
    },
    offtopic: { type: 'boolean' },
    to_grader: { type: 'boolean' },
    comment: { type: 'string' },
    recommendedPrompt: { type: 'string' },
  },
}

/** The first balanced `{…}` of a text, quotation marks respected; null when there is none. */
function firstObject(text: string): string | null {
  const start = text.indexOf('{')
  let depth = 0
  let quoted = false
  for (let at = start; at >= 0 && at < text.length; at += 1) {
    const letter = text[at]
    if (quoted && letter === '\\') at += 1
    else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === '{') depth += 1
    else if (!quoted && letter === '}') depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  return null
}

/**
 * Reads a model's answer out of its text.
 * @throws BadAnswerError
 */
export function parseAnswer(text: string): ModelAnswer {
  const json = firstObject(text)
  if (json === null) throw new BadAnswerError('no JSON object in the answer')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new BadAnswerError('the JSON of the answer cannot be read')
  }
  const read = answer.safeParse(value)
  if (!read.success) throw new BadAnswerError('the answer has another shape')
  return read.data
}
