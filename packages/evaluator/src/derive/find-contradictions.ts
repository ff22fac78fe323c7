import type { RubricWithWords } from '../rubric.ts'
import type { ReadText } from '../text/read-text.ts'

/**
 * Numbers of the task that the prompt gives with another value: same unit, other number, and the right one nowhere. Units are
 * kept as the part of the fact's id after `@`.
 */
export function findContradictions(prompt: ReadText, rubric: RubricWithWords): string[] {
  return rubric.criteria.flatMap((criterion) => {
    const [slot, unit] = criterion.id.split('@')
    const value = rubric.words.facts?.[criterion.id]?.[0]
    if (!unit || !value || !slot?.startsWith('number')) return []
    const others = [...prompt.flat.matchAll(/(?<![\p{L}\d])(\d+(?:[.,:h]\d+)*)[- ]?([\p{L}€$%]+)?/gu)]
    if (others.some((match) => match[1] === value)) return []
    return others.filter((match) => match[2]?.startsWith(unit)).map((match) => `${match[0]} for ${value} ${unit}`)
  })
}
