import type { Finding } from './meet-criterion.ts'
import type { Criterion } from './rubric.ts'

/** Share of the weight that is met, 0 to 1; findings in the order of the criteria. 1 when there are no criteria. */
export function metShare(criteria: readonly Criterion[], findings: readonly Finding[]): number {
  const total = criteria.reduce((sum, criterion) => sum + criterion.weight, 0)
  const met = criteria.reduce((sum, criterion, index) => sum + criterion.weight * (findings[index]?.met ?? 0), 0)
  return total === 0 ? 1 : met / total
}
