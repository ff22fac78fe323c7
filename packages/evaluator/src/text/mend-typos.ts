import { vocabularyOf } from '../lexicon/vocabulary.ts'
import { expandShorthand } from './expand-shorthand.ts'
import type { ReadText } from './read-text.ts'
import { splitWords } from './split-words.ts'

const shortestWord = 5
/** One wrong letter makes another word too easily in shorter ones ("butter", "better"). */
const shortestWithWrongLetter = 7
const shortestStem = 6
const shortestWithStem = 7
const spaced = new Set(['en', 'es', 'fr', 'pt', 'tr', 'ua'])

/**
 * Whether one letter is left out, doubled or added, two neighbours are swapped, or, in longer words, one letter is wrong. Never at the end
 * of a word: another ending is no slip.
 */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed[typed.length - 1 - end] === meant[meant.length - 1 - end]) end += 1
  if (end === 0) return false
  const [left, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)]
  if (left.length + right.length === 1) return true
  if (left.length === 2 && right.length === 2) return left[0] === right[1] && left[1] === right[0]
  return left.length === 1 && right.length === 1 && meant.length >= shortestWithWrongLetter
}

type Words = { whole: ReadonlySet<string>; stems: readonly string[] }

/** The word that was meant, when it is one slip away; the word itself when it is known or nothing is near. */
function mend(typed: string, { whole, stems }: Words): string {
  if (whole.has(typed) || stems.some((stem) => typed.startsWith(stem))) return typed
  const isNear = (word: string, part: string) =>
    word[0] === typed[0] && Math.abs(part.length - word.length) <= 1 && isOneSlip(part, word)
  for (const word of whole) if (word.length >= shortestWord && isNear(word, typed)) return word
  for (const stem of stems)
    for (const length of stem.length < shortestStem || typed.length < shortestWithStem
      ? []
      : [stem.length, stem.length + 1, stem.length - 1])
      if (length < typed.length && isNear(stem, typed.slice(0, length))) return stem + typed.slice(length)
  return typed
}

/**
 * A prompt with short spellings written out and slips of the keyboard mended towards the words that the lexicon, the task and `expected` use;
 * null when there is nothing to mend. No spell-checker: words that nobody looks for stay as they are.
 */
export function mendTypos(prompt: ReadText, task: ReadText, expected: readonly string[]): ReadText | null {
  const { language, flat } = prompt
  if (!spaced.has(language)) return null
  const { words, stems } = vocabularyOf(language)
  const whole = new Set([...words, ...expected])
  if (task.language === language) for (const word of task.words) whole.add(word)
  const mended = expandShorthand(flat, language).replace(/\p{L}{5,}/gu, (typed) => mend(typed, { whole, stems }))
  return mended === flat ? null : { ...prompt, flat: mended, words: splitWords(mended, language) }
}
