import type { RubricWithWords } from '../rubric.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { foldText } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'

const numberWithUnit = /(?<![\p{L}\d])(\d+(?:[.,:h]\d+)*)[- ]?(?:(?:de|of) )?([\p{L}€$%]+)?/gu
const fewestLetters = 3
const clockTime = /^([01]?\d|2[0-3])[:h][0-5]\d$/

const months = new Map<LexiconLanguage, string[]>()

/** The months of a language as they stand in a date, folded, without the day. */
function monthsOf(language: LexiconLanguage): string[] {
  const format = new Intl.DateTimeFormat(language === 'ua' ? 'uk' : language, { day: 'numeric', month: 'long' })
  const names = Array.from({ length: 12 }, (_, month) => foldText(format.format(new Date(2026, month, 9))))
  const known = months.get(language) ?? names.map((name) => name.match(/\p{L}{3,}/u)?.[0] ?? name)
  months.set(language, known)
  return known
}

/** Which month a word or its beginning names, 0 to 11; -1 for none. */
function monthOf(word: string | undefined, language: LexiconLanguage): number {
  return word && word.length >= fewestLetters ? monthsOf(language).findIndex((name) => name.startsWith(word)) : -1
}

/** The day of the task in another month ("9 December" for 9 November). */
function otherMonth(given: RegExpMatchArray[], value: string, unit: string, language: LexiconLanguage): string | null {
  const month = monthOf(unit, language)
  if (month < 0) return null
  const dates = given.filter((match) => match[1] === value && monthOf(match[2], language) >= 0)
  return dates.some((match) => monthOf(match[2], language) === month) ? null : (dates[0]?.[0] ?? null)
}

/**
 * Numbers of the task that the prompt gives with another value: same unit (or both times of day), other number, and the right one
 * nowhere. Units are kept as the part of the fact's id after `@`.
 */
export function findContradictions(prompt: ReadText, rubric: RubricWithWords, sameLanguage: boolean): string[] {
  const others = [...prompt.flat.matchAll(numberWithUnit)]
  return Object.entries(rubric.words.facts ?? {}).flatMap(([id, forms]) => {
    const [slot, unit] = id.split('@')
    const [value] = forms
    if (!value || !slot?.startsWith('number')) return []
    const date = sameLanguage && unit ? otherMonth(others, value, unit, prompt.language) : null
    if (date) return [`${date} for ${value} ${unit}`]
    if (others.some((match) => forms.includes(match[1] ?? ''))) return []
    const isTime = clockTime.test(value)
    const isSameKind = (match: RegExpMatchArray) =>
      (unit !== undefined && match[2]?.startsWith(unit)) || (isTime && clockTime.test(match[1] ?? ''))
    return others.filter(isSameKind).map((match) => `${match[0]} for ${value} ${unit ?? ''}`.trim())
  })
}
