import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { findConcept } from '../text/find-matches.ts'
import { createOriginalFinder } from '../text/find-original.ts'
import type { ReadText } from '../text/read-text.ts'

/** With a capital letter as the language has it: Turkish i becomes İ. */
export function capitalise(text: string, language: LexiconLanguage): string {
  return `${text.slice(0, 1).toLocaleUpperCase(language === 'ua' ? 'uk' : language)}${text.slice(1)}`
}

/**
 * The longest place where a text sets a limit ("at most 80 words"), as a sentence of its own in the text's spelling; null when it sets none.
 * `read` is the reading of `text`.
 */
export function findLimit(text: string, read: ReadText, limit: 'length' | 'budget'): string | null {
  const places = findConcept(read, limit).strong.filter((place) => /\d/.test(place.text))
  const longest = places.reduce((left, right) => (right.text.length > left.length ? right.text : left), '')
  const own = longest && createOriginalFinder(text)(longest)
  if (!own) return null
  const end = read.language === 'ja' ? '。' : '.'
  return `${capitalise(own, read.language)}${end}`
}
