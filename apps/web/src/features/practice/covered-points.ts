import type { Evaluation } from '@kitewise/contract/entities'

type Criteria = Evaluation['criteria']

/** How many points of a task a prompt covers; half-met ones count half. Null when the judge did not look at points. */
export const coveredPoints = (criteria: Criteria | undefined): { met: number; total: number } | null =>
  criteria === undefined || criteria.length === 0
    ? null
    : { met: criteria.reduce((sum, { met }) => sum + met, 0), total: criteria.length }
