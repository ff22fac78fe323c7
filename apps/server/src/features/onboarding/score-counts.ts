import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { countScores } from './queries.ts'

/** Shares move slowly, and one count reads every onboarding. */
const keptForMs = 10 * 60_000

type Kept = { countedAtMs: number; counts: Promise<ReadonlyMap<number, number>> }

const keptOf = new WeakMap<Db, Kept>()

/** How many quizzes were finished with each readiness score, as counted at most ten minutes ago. */
export const scoreCounts = async ({ db, clock }: Context): Promise<ReadonlyMap<number, number>> => {
  const nowMs = clock().getTime()
  const kept = keptOf.get(db)
  if (kept && Math.abs(nowMs - kept.countedAtMs) < keptForMs) return kept.counts
  const counts = countScores(db)
  keptOf.set(db, { countedAtMs: nowMs, counts })
  // What failed is asked again by the next visitor.
  counts.catch(() => keptOf.delete(db))
  return counts
}
