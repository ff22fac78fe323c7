import type { CatalogCourse, CatalogPrompt } from '@kitewise/content/catalog'
import type { Evaluation } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import { ok, refuse, refuseFor, type Result } from '../../result.ts'
import { describeTask } from './describe-task.ts'
import { hashPrompt } from './hash-prompt.ts'
import { findRecentEvaluation, saveEvaluation } from './queries.ts'

/** How long the same prompt is answered from the store: a paid judge is not asked twice. Source: security T41. */
const keptForMs = 24 * 3_600_000
const retryAfterSeconds = 30

type Task = { course: CatalogCourse; practice: CatalogPrompt }

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
  task: Task,
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
  const evaluation = await askJudge(context, task, text, learner)
  if (!evaluation) return refuseFor('unavailable', retryAfterSeconds)
  return ok(await saveEvaluation(context.db, key, { evaluation, language, at: now, since }))
}

const askJudge = async (
  { judge, log }: Context,
  { course, practice }: Task,
  prompt: string,
  { userId, language }: { userId: string; language: string },
): Promise<Evaluation | null> => {
  try {
    const described = describeTask(course, practice, language)
    return await judge.evaluate({ practiceId: practice.id, ...described, prompt, language, userId })
  } catch (error) {
    log.error({ err: error, practiceId: practice.id }, 'no judge could evaluate a prompt')
    return null
  }
}
