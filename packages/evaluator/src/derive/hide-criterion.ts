import type { Criterion } from '../rubric.ts'
import type { DerivedFact } from './facts.ts'
import { escapeExpression } from './stem-expression.ts'

const fewestLetters = 4

/** A criterion that is met as long as none of the names occurs; null when there are no names to hide. */
export function hideCriterion(id: string, facts: readonly DerivedFact[]): Criterion | null {
  const names = facts
    .filter(({ kind }) => kind === 'name')
    .flatMap(({ forms }) => forms.slice(0, 1))
    .filter((form) => form.length >= fewestLetters)
  if (names.length === 0) return null
  const anyName = names.map(escapeExpression).join('|')
  return { id, level: 'must', weight: 2, re: [`^(?!.*(?<![\\p{L}])(?:${anyName})(?![\\p{L}])).+`] }
}
