import { isPassingScore } from '@kitewise/rules/prompt-score'
import type { Context } from '../../context.ts'
import { hashPrompt } from './hash-prompt.ts'
import { findScore } from './queries.ts'

/** Whether the server itself has evaluated this very prompt of this learner for this practice, and it passed. */
export const hasPassedPrompt = async (
  context: Context,
  userId: string,
  practiceId: string,
  prompt: string,
): Promise<boolean> => {
  const score = await findScore(context.db, { userId, practiceId, promptHash: hashPrompt(prompt) })
  return score !== null && isPassingScore(score)
}
