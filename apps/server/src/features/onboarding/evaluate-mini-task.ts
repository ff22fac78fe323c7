import type { Evaluation } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import { ok, refuse, refuseFor, type Result } from '../../result.ts'
import { judgePrompt } from '../practice/judge-prompt.ts'
import { hashPrompt } from '../practice/hash-prompt.ts'
import { findMiniTask } from './find-mini-task.ts'
import { findOnboarding } from './find-onboarding.ts'
import { countTaskTry, findEvaluation, saveEvaluation } from './queries.ts'

/** Different texts that one visitor may have scored: plenty for a person, little for a machine. */
const mostTries = 20
const daySeconds = 86_400
const retryAfterSeconds = 30

/**
 * Scores a visitor's try at the free task. The same text in the same language is answered from the store and not counted
 * again. Refuses with `invalid_request` for a blank text, `too_many_requests` after 20 different ones, and `unavailable` when no
 * judge could answer. The text itself is not kept.
 */
export const evaluateMiniTask = async (
  context: Context,
  visitor: { onboardingId: string; language: string },
  prompt: string,
): Promise<Result<Evaluation>> => {
  const { db } = context
  const { onboardingId, language } = visitor
  const text = prompt.trim()
  if (text === '') return refuse('invalid_request', [{ field: 'body.prompt', message: 'is blank' }])
  const found = await findOnboarding(context, db, onboardingId)
  if (!found.ok) return found
  const task = findMiniTask(context.catalog, found.value.quiz)
  const key = { onboardingId, practiceId: task.practice.id, promptHash: hashPrompt(text), language }
  const known = await findEvaluation(db, key)
  if (known) return ok(known)
  if (!(await countTaskTry(db, onboardingId, mostTries))) return refuseFor('too_many_requests', daySeconds)
  const evaluation = await judgePrompt(context, task, text, { userId: `visitor:${onboardingId}`, language })
  if (!evaluation) return refuseFor('unavailable', retryAfterSeconds)
  return ok(await saveEvaluation(db, key, evaluation))
}
