import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { foldText } from './fold-text.ts'
import type { Word } from './read-text.ts'

/** A number in a row of words: its value, and the index after it. */
export type FoundNumber = { value: number; next: number }

const kanjiDigits: Record<string, number> = { 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }
const kanjiPlaces: Record<string, number> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }

/** Kanji numerals up to 九万…: 二十五 is 25. Null for anything else. */
const readKanji = (word: string): number | null => {
  let total = 0
  let digit = 0
  for (const sign of word) {
    const place = kanjiPlaces[sign]
    if (place === undefined) {
      const value = kanjiDigits[sign]
      if (value === undefined) return null
      digit = value
    } else {
      total += (digit || 1) * place
      digit = 0
    }
  }
  return word === '' ? null : total + digit
}

const numberWordsOf = remember((language: Language): ReadonlyMap<string, number> => {
  const entries = Object.entries(lexiconOf(language).numbers).flatMap(([value, forms]) =>
    forms.split(/\s+/).map((form) => [foldText(form), Number(value)] as const),
  )
  return new Map(entries)
})

const readDigits = (word: string): number | null => {
  if (!/^\p{N}/u.test(word)) return null
  // 1,000 and 1.000 have a separator of thousands, 2,5 and 2.5 one of decimals.
  const plain = word.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

const readWord = (folded: string, language: Language): number | null =>
  readDigits(folded) ?? numberWordsOf(language).get(folded) ?? (language === 'ja' ? readKanji(folded) : null)

/**
 * The number that begins at a word, in digits or number words: "25", "twenty five", "veinte y cinco" is 20 (its first word), 二十五.
 * Tens and a following unit are added up.
 */
export const numberAt = (words: readonly Word[], at: number, language: Language): FoundNumber | null => {
  const word = words[at]
  if (word === undefined) return null
  const value = readWord(word.folded, language)
  if (value === null) return null
  const following = words[at + 1]
  if (/^\p{N}/u.test(word.folded) || value < 20 || value % 10 !== 0 || following === undefined)
    return { value, next: at + 1 }
  const unit = numberWordsOf(language).get(following.folded)
  if (unit !== undefined && unit > 0 && unit < 10 && following.sentence === word.sentence)
    return { value: value + unit, next: at + 2 }
  return { value, next: at + 1 }
}
