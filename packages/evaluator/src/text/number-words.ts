import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { foldText } from './fold-text.ts'

/** A number being assembled: its value so far, and the last number word added. */
export type Sum = { value: number; last: number }

/** "And" adds a number only from here on: in Spanish "diez y cinco" is five past ten. */
const smallestBeforeJoin = 20

/** Adds one more number word: twenty + five, two × hundred. Null if it doesn't belong to the number. */
export function addWord({ value, last }: Sum, word: number, language: Language): Sum | null {
  const factor = value % word
  if (factor > 0 && lexiconOf(language).multipliers.includes(word))
    return { value: value + factor * (word - 1), last: word }
  return word < last && last % 10 === 0 ? { value: value + word, last: word } : null
}

/** Whether a word joins a number to a smaller one after it: "treinta y cinco". */
export function isJoin(sum: Sum, folded: string, language: Language): boolean {
  return sum.last >= smallestBeforeJoin && lexiconOf(language).numberJoin === folded
}

type Forms = ReadonlyMap<string, number>

const readForms = (forms: Record<string, string> = {}): Forms =>
  new Map(
    Object.entries(forms).flatMap(([value, words]) =>
      words.split(/\s+/).map((word) => [foldText(word), Number(value)] as const),
    ),
  )

const wordsOf = remember((language: Language) => readForms(lexiconOf(language).numbers))
const partsOf = remember((language: Language) => readForms(lexiconOf(language).numberParts))
const ordinalsOf = remember((language: Language) => readForms(lexiconOf(language).ordinals))

/** The value of an ordinal in words: "fourteenth". */
export function ordinalOf(folded: string, language: Language): number | undefined {
  return ordinalsOf(language).get(folded)
}

const longestOf = remember((forms: Forms) => {
  const longest = new Map<string, number>()
  for (const form of forms.keys()) longest.set(form.charAt(0), Math.max(longest.get(form.charAt(0)) ?? 0, form.length))
  return longest
})

/** The longest number word that begins at a letter, or ''. */
const formAt = (text: string, at: number, forms: Forms): string => {
  let end = Math.min(text.length, at + (longestOf(forms).get(text.charAt(at)) ?? 0))
  while (end > at && !forms.has(text.slice(at, end))) end -= 1
  return text.slice(at, end)
}

/** The number at the beginning of a word. */
const readStart = (folded: string, forms: Forms, language: Language): (Sum & { length: number }) | null => {
  const first = formAt(folded, 0, forms)
  const value = forms.get(first)
  if (value === undefined) return null
  let sum: Sum = { value, last: value }
  let length = first.length
  for (;;) {
    const form = formAt(folded, length, forms)
    const grown = form === '' ? null : addWord(sum, forms.get(form) ?? 0, language)
    if (grown === null) return { ...sum, length }
    sum = grown
    length += form.length
  }
}

const isSuffix = (rest: string, suffix: string): boolean =>
  suffix.endsWith('*') ? rest.startsWith(suffix.slice(0, -1)) : rest === suffix

type NumberStart = { value: number; length: number }

const isWhole = (rest: string, language: Language): boolean =>
  rest === '' || lexiconOf(language).numberSuffixes?.some((suffix) => isSuffix(rest, suffix)) === true

/**
 * The number at the beginning of a word if the rest is empty or a suffix that the language attaches to numbers:
 * "onbeş", "dörtte", "이십오분", "三つ".
 */
export function numberStart(folded: string, language: Language): NumberStart | null {
  const word = readStart(folded, wordsOf(language), language)
  if (word && isWhole(folded.slice(word.length), language)) return word
  // A part is a number next to other parts, or as a multiplier: 이십, 만.
  const part = readStart(folded, partsOf(language), language)
  const isNumber = part && (part.value !== part.last || lexiconOf(language).multipliers.includes(part.value))
  return isNumber && isWhole(folded.slice(part.length), language) ? part : null
}
