import type { Judged } from '@kitewise/evaluator/evaluate-prompt'
import { z } from 'zod'
import { BadAnswerError } from './provider-error.ts'

const states = ['found', 'wrong', 'missing'] as const

/** A model's findings for each point. Contains no score: the server computes it. Extra keys are dropped. */
const verdict = z.object({
  points: z.array(z.object({ id: z.string(), quote: z.string().catch(''), state: z.enum(states) })),
})

/** The same shape as a JSON schema. The quote comes first, so that the model searches before it decides. */
export const verdictSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['points'],
  properties: {
    points: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'quote', 'state'],
        properties: { id: { type: 'string' }, quote: { type: 'string' }, state: { type: 'string', enum: states } },
      },
    },
  },
}

/** Throws BadAnswerError. */
export function parseVerdict(text: string): Judged['points'] {
  const json = firstObject(text)
  if (json === null) throw new BadAnswerError('no JSON object in the answer')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new BadAnswerError('the JSON of the answer cannot be read')
  }
  const read = verdict.safeParse(value)
  if (!read.success) throw new BadAnswerError('the answer has another shape')
  return read.data.points
}

/** The first balanced `{…}` of a text, aware of quotation marks; null when there is none. */
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
