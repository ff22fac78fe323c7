import type { CriterionLevel } from './rubric.ts'

/** How far a criterion is met: not, in a weak form, fully. */
export type Met = 0 | 0.5 | 1
/** An integer score; above 3 passes. */
export type Score = 0 | 1 | 2 | 3 | 4 | 5

export const passMark = 3

export type ScoredCriterion = { level: CriterionLevel; weight: number; met: Met }

/** Half down, so that a doubtful half point never makes a pass: 3.5 is 3. */
export function roundHalfDown(value: number): number {
  return Math.ceil(value - 0.5 - 1e-9)
}

/**
 * Adds criteria up to a score. One must-have missing or three in a weak form hold it at 3, two missing or one and two weak ones at 2, one in a weak form at 4; wrong facts hold
 * it at 2; something forbidden makes it 1. On topic and not stopped by a gate is worth at least 1.
 */
export function scoreCriteria(
  criteria: readonly ScoredCriterion[],
  { contradicts = false, forbidden = false }: { contradicts?: boolean; forbidden?: boolean } = {},
): Score {
  if (forbidden) return 1
  const total = criteria.reduce((sum, criterion) => sum + criterion.weight, 0)
  const reached = criteria.reduce((sum, criterion) => sum + criterion.weight * criterion.met, 0)
  const musts = criteria.filter((criterion) => criterion.level === 'must')
  const missing = musts.filter((criterion) => criterion.met === 0).length
  const thin = musts.filter((criterion) => criterion.met === 0.5).length
  let cap = 5
  if (thin > 0) cap = 4
  if (missing === 1 || thin >= 3) cap = 3
  if (missing >= 2 || (missing === 1 && thin >= 2) || contradicts) cap = 2
  const rounded = total === 0 ? 1 : roundHalfDown((5 * reached) / total)
  return Math.max(1, Math.min(cap, rounded)) as Score
}
