import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { foldText } from '../text/fold-text.ts'

const fewestLetters = 3
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
export function monthOf(word: string | undefined, language: LexiconLanguage): number {
  return word && word.length >= fewestLetters ? monthsOf(language).findIndex((name) => name.startsWith(word)) : -1
}
