import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { addWord, isJoin, numberStart, ordinalOf, type Sum } from './number-words.ts'
import type { Reading, Word } from './read-text.ts'

/** A number in a sequence of words: its value, and the index after it. */
export type FoundNumber = { value: number; next: number }

const isDigits = (folded: string): boolean => /^\p{N}/u.test(folded)

const readDigits = (folded: string): number | null => {
  // 1,000 and 1.000 have a thousands separator, 2,5 and 2.5 a decimal one.
  const value = Number(folded.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'))
  return Number.isFinite(value) ? value : null
}

const readWord = (word: Word | undefined, language: Language): number | null => {
  if (word === undefined) return null
  if (isDigits(word.folded)) return readDigits(word.folded)
  const start = numberStart(word.folded, language)
  return start && start.length === word.folded.length ? start.value : null
}

/** Whether only a space or a hyphen separates two words. */
const isNext = (word: Word | undefined, next: Word | undefined): boolean =>
  word !== undefined && next !== undefined && next.from - word.to <= 1 && next.sentence === word.sentence

/** The sum with the word at `at`. Digits are added only before a multiplier: 3万5千. */
const addAt = (words: readonly Word[], at: number, sum: Sum, language: Language): Sum | null => {
  const value = readWord(words[at], language)
  if (value === null || !isNext(words[at - 1], words[at])) return null
  const isFactor = lexiconOf(language).multipliers.includes(readWord(words[at + 1], language) ?? 0)
  return isDigits(words[at]?.folded ?? '') && !isFactor ? null : addWord(sum, value, language)
}

const findNumber = (words: readonly Word[], at: number, language: Language): FoundNumber | null => {
  const word = words[at]
  const first = readWord(word, language)
  if (word === undefined || first === null) return null
  let sum: Sum = { value: first, last: isDigits(word.folded) ? 0 : first }
  let next = at + 1
  for (;;) {
    const isJoined = isJoin(sum, words[next]?.folded ?? '', language) && isNext(words[next - 1], words[next])
    const index = isJoined ? next + 1 : next
    const grown = addAt(words, index, sum, language)
    if (grown === null) return { value: sum.value, next }
    sum = grown
    next = index + 1
  }
}

const numbersOf = remember(({ words, language }: Reading): readonly (FoundNumber | null)[] =>
  words.map((_, at) => findNumber(words, at, language)),
)

/** The number that begins at a word, in digits or number words: "25", "twenty five", "treinta y cinco", "2千", 二十五. */
export function numberAt(reading: Reading, at: number): FoundNumber | null {
  return numbersOf(reading)[at] ?? null
}

/** An ordinal word, alone or after a ten: "fourteenth", "twenty first". */
export function ordinalAt({ words, language }: Reading, at: number): FoundNumber | null {
  const value = ordinalOf(words[at]?.folded ?? '', language)
  if (value !== undefined) return { value, next: at + 1 }
  const ten = readWord(words[at], language)
  const unit = ordinalOf(words[at + 1]?.folded ?? '', language)
  if (ten === null || unit === undefined || !isNext(words[at], words[at + 1])) return null
  const sum = addWord({ value: ten, last: ten }, unit, language)
  return sum && { value: sum.value, next: at + 2 }
}
