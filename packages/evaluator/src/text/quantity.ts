import type { Lexicon } from '../lexicons/lexicon.ts'
import { cueAt, type Range } from './find-cues.ts'
import type { FoundNumber } from './read-number.ts'
import type { Reading } from './read-text.ts'

/**
 * A number in a text with what it measures. `value`: minutes after midnight for a time, "06-08" or "saturday" for a
 * date, else the number. `unit`: what is counted for a count, the currency for money, the unit for lengths and
 * durations; empty if none is named. `number` is the range of the number alone, for replacing it.
 */
export type Quantity = Range & {
  type: 'money' | 'time' | 'date' | 'age' | 'length' | 'duration' | 'people' | 'count'
  value: number | string
  unit: string
  number: Range
}

/** A number in a text, with the state needed to continue reading. */
export type Place = { reading: Reading; lexicon: Lexicon; at: number; found: FoundNumber; number: Range }

/** The range of the words from one index up to another. */
export function rangeOf({ words }: Reading, at: number, next: number): Range {
  return {
    from: words[at]?.from ?? 0,
    to: words[next - 1]?.to ?? 0,
  }
}

/** What a number measures, up to the word at `next`. */
export function measure(
  { reading, at, found, number }: Place,
  type: Quantity['type'],
  unit: string,
  {
    next = found.next,
    start = at,
    value = found.value,
  }: { next?: number; start?: number; value?: number | string } = {},
): Quantity {
  return { type, value, unit, number, ...rangeOf(reading, start, next) }
}

/** The key of the list whose cue matches at a word, and the index after it. */
export function keyAt(
  reading: Reading,
  lists: Readonly<Record<string, readonly string[]>> | readonly (readonly string[])[],
  at: number,
) {
  for (const [key, cues] of Object.entries(lists)) {
    const next = cueAt(reading, cues, at)
    if (next >= 0) return { key, next }
  }
  return null
}

/** Whether one of the cues ends directly before a word. */
export function isBefore(reading: Reading, cues: readonly string[], at: number, furthest = 1): boolean {
  for (let start = at - 1; start >= 0 && at - start <= furthest + 2; start -= 1) {
    const next = cueAt(reading, cues, start)
    if (next >= 0 && next <= at && at - next < furthest) return true
  }
  return false
}
