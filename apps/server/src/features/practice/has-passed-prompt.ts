import { isPassingScore } from '@kitewise/rules/practice'
import type { Context } from '../../context.ts'
import { hashPrompt } from './hash-prompt.ts'
import { findScore, listScores } from './queries.ts'

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

/** Whether the server has evaluated any prompt of this learner for this practice that passed, in a lesson or in the daily practice. */
export const hasPassedAnyPrompt = async ({ db }: Context, userId: string, practiceId: string): Promise<boolean> =>
  (await listScores(db, userId, practiceId)).some(isPassingScore)
