import type { RubricWithWords } from '../rubric.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { ReadText } from '../text/read-text.ts'
import { monthOf } from './months.ts'

const numberWithUnit = /(?<![\p{L}\d])(\d+(?:[.,:h]\d+)*)[- ]?(?:(?:de|of) )?([\p{L}€$%]+)?/gu
const clockTime = /^([01]?\d|2[0-3])[:h][0-5]\d$/

/** The day of the task in another month ("9 December" for 9 November). */
function otherMonth(given: RegExpMatchArray[], value: string, unit: string, language: LexiconLanguage): string | null {
  const month = monthOf(unit, language)
  if (month < 0) return null
  const dates = given.filter((match) => match[1] === value && monthOf(match[2], language) >= 0)
  return dates.some((match) => monthOf(match[2], language) === month) ? null : (dates[0]?.[0] ?? null)
}

/** Another number behind the word that names one in the task ("size 43" for size 41), which is nowhere itself. */
function otherNumber({ flat }: ReadText, label: string, value: string): string | null {
  if (new RegExp(`(?<![\\d.,:])${value.replaceAll('.', '\\.')}(?!\\d)`, 'u').test(flat)) return null
  const found = flat.match(new RegExp(`(?<!\\p{L})${label}\\p{L}* (?:\\p{L}{1,6}[.º°]? |№ ?)?\\d+(?![.:h]\\d)`, 'u'))
  return found?.[0] ?? null
}

/**
 * Numbers of the task that the prompt gives with another value: same unit (or both times of day), other number, and the right one
 * nowhere. Units are kept as the part of the fact's id after `@`.
 */
export function findContradictions(prompt: ReadText, rubric: RubricWithWords, sameLanguage: boolean): string[] {
  const others = [...prompt.flat.matchAll(numberWithUnit)]
  const given = new Set(Object.values(rubric.words.facts ?? {}).map(([value]) => value))
  return Object.entries(rubric.words.facts ?? {}).flatMap(([id, forms]) => {
    const [slot, unit] = id.split('@')
    const [, label] = id.split('<')
    const [value] = forms
    const relabelled = label && value && sameLanguage ? otherNumber(prompt, label, value) : null
    if (relabelled) return [`${relabelled} for ${label} ${value}`]
    if (!value || !slot?.startsWith('number')) return []
    const date = sameLanguage && unit ? otherMonth(others, value, unit, prompt.language) : null
    if (date) return [`${date} for ${value} ${unit}`]
    if (others.some((match) => forms.includes(match[1] ?? ''))) return []
    const isTime = clockTime.test(value)
    const isSameKind = (match: RegExpMatchArray) =>
      (unit !== undefined && match[2]?.startsWith(unit)) || (isTime && clockTime.test(match[1] ?? ''))
    return others
      .filter((match) => isSameKind(match) && !given.has(match[1] ?? ''))
      .map((match) => `${match[0]} for ${value} ${unit ?? ''}`.trim())
  })
}
