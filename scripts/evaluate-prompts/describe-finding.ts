import type { Evaluation } from '@kitewise/evaluator/evaluate-prompt'

/** What kept a prompt from a 5, in few words: `gate copy`, or `length ½, tone 0`. */
export function describeFinding({ gate, criteria }: Pick<Evaluation, 'gate' | 'criteria'>): string {
  if (gate) return `gate ${gate}`
  const open = criteria.filter(({ met }) => met < 1).map(({ id, met }) => `${id} ${met === 0 ? '0' : '½'}`)
  return open.length > 0 ? open.join(', ') : 'all met'
}
