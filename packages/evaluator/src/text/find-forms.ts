import type { Range } from './find-cues.ts'
import { numberAt } from './read-number.ts'
import { flatOf, isContentWord, isUnspaced, readPhrase, type Reading } from './read-text.ts'
import { isSameWord, isTyped } from './same-word.ts'

const shortestInflected = 4

const isForm = (typed: string, meant: string): boolean =>
  meant.length >= shortestInflected ? isSameWord(typed, meant) : isTyped(typed, meant)

const matchAt = (reading: Reading, form: Reading, at: number): number => {
  const { language } = reading
  let next = at
  for (let index = 0; index < form.words.length;) {
    const wanted = form.words[index]
    const word = reading.words[next]
    if (!wanted || !word) return -1
    const number = numberAt(form, index)
    if (number) {
      const found = numberAt(reading, next)
      if (found?.value !== number.value) return -1
      index = number.next
      next = found.next
    } else if (isForm(word.folded, wanted.folded)) {
      index += 1
      next += 1
    } else if (next > at && !isContentWord(word.folded, language) && word.sentence === reading.words[at]?.sentence) {
      // A small word in between: "cable car"; "cable of the car" is rare enough.
      next += 1
    } else return -1
  }
  return next
}

/** Where a text has one of a value's forms, allowing other endings and number words for digits. */
export function findForms(reading: Reading, values: readonly string[]): Range[] {
  return values.flatMap((value) => {
    const form = readPhrase(value, reading.language)
    if (form.words.length === 0) return []
    if (isUnspaced(reading.language)) {
      const { flat, offsets } = flatOf(reading)
      const wanted = flatOf(form).flat
      const at = flat.indexOf(wanted)
      return at < 0 ? [] : [{ from: offsets[at] ?? 0, to: offsets[at + wanted.length] ?? reading.text.length }]
    }
    return reading.words.flatMap((word, at) => {
      const next = matchAt(reading, form, at)
      const last = reading.words[next - 1]
      return next > at && last ? [{ from: word.from, to: last.to }] : []
    })
  })
}
