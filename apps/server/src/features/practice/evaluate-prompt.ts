import type { Evaluation } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import { ok, refuse, refuseFor, type Result } from '../../result.ts'
import { hashPrompt } from './hash-prompt.ts'
import { judgePrompt, type PromptTask } from './judge-prompt.ts'
import { findRecentEvaluation, saveEvaluation } from './queries.ts'

/** How long the same prompt is answered from the store: a paid judge is not asked twice. Source: security T41. */
const keptForMs = 24 * 3_600_000
const retryAfterSeconds = 30

/**
 * Scores a learner's prompt by the rubric of the practice and stores the result as proof. The same prompt in the same
 * language within 24 hours is answered from the store. Refuses with `invalid_request` for a blank prompt, and with
 * `unavailable` when no judge could answer; then nothing is stored.
 *
 * @param language the text set for the comment
 */
export const evaluatePrompt = async (
  context: Context,
  learner: { userId: string; language: string },
  task: PromptTask,
  prompt: string,
): Promise<Result<Evaluation>> => {
  const { userId, language } = learner
  const text = prompt.trim()
  if (text === '') return refuse('invalid_request', [{ field: 'body.prompt', message: 'is blank' }])
  const key = { userId, practiceId: task.practice.id, promptHash: hashPrompt(text) }
  const now = context.clock()
  const since = new Date(now.getTime() - keptForMs)
  const recent = await findRecentEvaluation(context.db, key, language, since)
  if (recent) return ok(recent)
  const evaluation = await judgePrompt(context, task, text, learner)
  if (!evaluation) return refuseFor('unavailable', retryAfterSeconds)
  return ok(await saveEvaluation(context.db, key, { evaluation, language, at: now, since }))
}
