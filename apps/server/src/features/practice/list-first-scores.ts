import type { Context } from '../../context.ts'
import { listEarliestScores } from './queries.ts'

export type FirstScore = { score: string; atMs: number }

/** By practice: the score (0 to 5, as text) of the first prompt of the learner that was evaluated, and when that was. */
export const listFirstScores = async ({ db }: Context, userId: string): Promise<ReadonlyMap<string, FirstScore>> => {
  const rows = await listEarliestScores(db, userId)
  return new Map(rows.map(({ practiceId, ...first }) => [practiceId, first]))
}
