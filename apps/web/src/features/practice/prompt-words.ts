/** A part of a prompt: a word with its index, or the text between words. Offsets are UTF-16, the end is exclusive. */
export type PromptPart = { text: string; from: number; to: number; word: number | null }

/** Currency and percent signs belong to their number: "£40" is one thing to tap. */
const unitSign = /^[\p{Sc}%‰°]+$/u
const endsWithNumber = /\p{N}$/u
const startsWithNumber = /^\p{N}/u

type Segment = { text: string; isWord: boolean }

/** Words and what is between them. @param locale undefined for the browser's own */
export function segmentsOf(prompt: string, locale: string | undefined): Segment[] {
  if (typeof Intl.Segmenter === 'undefined')
    // Browsers without a segmenter only split at spaces and punctuation.
    return (prompt.match(/[\p{L}\p{N}\p{M}'’-]+|[^\p{L}\p{N}\p{M}'’-]/gu) ?? []).map((text) => ({
      text,
      isWord: /[\p{L}\p{N}]/u.test(text),
    }))
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return Array.from(segmenter.segment(prompt), ({ segment, isWordLike }) => ({
    text: segment,
    isWord: isWordLike ?? false,
  }))
}

const isOneWord = (before: Segment, after: Segment): boolean => {
  if (unitSign.test(before.text)) return startsWithNumber.test(after.text)
  return unitSign.test(after.text) && endsWithNumber.test(before.text)
}

/** Splits a prompt into words and the text between them; joined, the parts are the prompt. */
export function partsOf(prompt: string, locale: string): PromptPart[] {
  const segments: Segment[] = []
  for (const segment of segmentsOf(prompt, locale)) {
    const last = segments.at(-1)
    if (last && isOneWord(last, segment)) segments.splice(-1, 1, { text: last.text + segment.text, isWord: true })
    else segments.push(segment)
  }
  let to = 0
  let words = 0
  return segments.map(({ text, isWord }) => {
    const from = to
    to += text.length
    if (isWord) words += 1
    return { text, from, to, word: isWord ? words - 1 : null }
  })
}

/** The picked words, from index `anchor` to index `head`, both inclusive. `isOpen`: the other end isn't picked yet. */
export type WordRange = { anchor: number; head: number; isOpen: boolean } | null

/** The first tap starts a range, the second ends it, the next starts a new one. A second tap on a word clears it. */
export function tapWord(range: WordRange, word: number): WordRange {
  if (!range?.isOpen) return { anchor: word, head: word, isOpen: true }
  return range.anchor === word ? null : { ...range, head: word, isOpen: false }
}

/** Moves the open end of the range, as Shift with an arrow key does. */
export function extendTo(range: WordRange, from: number, word: number): WordRange {
  return {
    anchor: range?.anchor ?? from,
    head: word,
    isOpen: false,
  }
}

export function isPicked(range: WordRange, word: number): boolean {
  return range !== null && word >= Math.min(range.anchor, range.head) && word <= Math.max(range.anchor, range.head)
}

/** The picked words as a range of the prompt; null if none is picked. */
export function pickedRange(parts: readonly PromptPart[], range: WordRange): { from: number; to: number } | null {
  const picked = parts.filter(({ word }) => word !== null && isPicked(range, word))
  const [first] = picked
  const last = picked.at(-1)
  return first && last ? { from: first.from, to: last.to } : null
}
