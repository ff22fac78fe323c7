import { z } from 'zod'
import { promptBody } from './endpoint.ts'
import { id } from './entities.ts'
import { typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/**
 * `POST /api/openai/answer-prompt`: the model's answer to a learner's prompt as server-sent events. The endpoint table
 * only covers JSON. It needs a session and a subscription. Refusals are JSON: `no_model` (404), `prompt_gated` (409,
 * with `details.gate`), `too_many_requests`, `unavailable`, and those of evaluate-prompt.
 *
 * The first event is `model`, followed by any number of `text` (parts of the answer), then `done`, or `failed` if the
 * answer is incomplete. Closing the request stops the model.
 */
export const promptAnswer = {
  path: '/api/openai/answer-prompt',
  bodyLimit: promptBody,
  params: z.object({}),
  query: z.object({}),
  body: z.object({
    lessonId: id,
    fragmentIndex: z.number().int().min(0).max(999),
    practiceId: id,
    prompt: typedText(textLimits.prompt),
  }),
}

export type PromptAnswerRequest = z.infer<typeof promptAnswer.body>

export type PromptAnswerEvent =
  | { event: 'model'; data: { model: string } }
  | { event: 'text'; data: { text: string } }
  | { event: 'done' | 'failed'; data: Record<string, never> }
