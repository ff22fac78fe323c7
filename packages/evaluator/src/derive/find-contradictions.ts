import type { RubricWithWords } from '../rubric.ts'
import type { ReadText } from '../text/read-text.ts'

const numberWithUnit = /(?<![\p{L}\d])(\d+(?:[.,:h]\d+)*)[- ]?([\p{L}€$%]+)?/gu
const clockTime = /^([01]?\d|2[0-3])[:h][0-5]\d$/

/**
 * Numbers of the task that the prompt gives with another value: same unit (or both times of day), other number, and the right one
 * nowhere. Units are kept as the part of the fact's id after `@`.
 */
export function findContradictions(prompt: ReadText, rubric: RubricWithWords): string[] {
  const others = [...prompt.flat.matchAll(numberWithUnit)]
  return Object.entries(rubric.words.facts ?? {}).flatMap(([id, forms]) => {
    const [slot, unit] = id.split('@')
    const [value] = forms
    if (!value || !slot?.startsWith('number')) return []
    if (others.some((match) => forms.includes(match[1] ?? ''))) return []
    const isTime = clockTime.test(value)
    const isSameKind = (match: RegExpMatchArray) =>
      (unit !== undefined && match[2]?.startsWith(unit)) || (isTime && clockTime.test(match[1] ?? ''))
    return others.filter(isSameKind).map((match) => `${match[0]} for ${value} ${unit ?? ''}`.trim())
  })
}
