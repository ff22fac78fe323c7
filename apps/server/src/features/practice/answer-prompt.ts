import { describeTask } from '@kitewise/content/answers'
import type { PromptAnswerRequest } from '@kitewise/contract/prompt-answer'
import type { ModelAnswer } from '../../adapters/judge/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { findPromptTask } from './find-prompt-task.ts'
import { checkPrompt } from './judge-prompt.ts'

/**
 * The answer of the model to a learner's prompt for a task of an open lesson. Refuses with `no_model` without one, with `prompt_gated`
 * and the gate for a prompt that is not answered, with `too_many_requests` beyond the learner's limits, with `unavailable` when the
 * provider or the budget of the day has no room, and as evaluating does for the lesson and a blank prompt.
 *
 * @param signal ends the provider's call. To be ended in any case when the answer is over.
 */
export async function answerPrompt(
  context: Context,
  learner: { userId: string; language: string },
  request: PromptAnswerRequest,
  signal: AbortSignal,
): Promise<Result<ModelAnswer>> {
  const { judge } = context
  const { userId, language } = learner
  if (!judge.answer) return refuse('no_model')
  const found = await findPromptTask(context, userId, request)
  if (!found.ok) return found
  const task = describeTask(found.value.course, found.value.practice, language)
  const checked = checkPrompt(task, request)
  if (!checked.ok) return checked
  const answer = await judge.answer({ task, prompt: checked.value.text, language, userId, signal })
  if (answer.ok) return ok(answer.value)
  if (answer.reason === 'gate') return refuse('prompt_gated', { gate: answer.gate })
  return refuseFor(answer.reason === 'limit' ? 'too_many_requests' : 'unavailable', answer.retryAfterSeconds)
}
