/** A part of a prompt: a word with its number, or what stands between words. Offsets are UTF-16, the end excluded. */
export type PromptPart = { text: string; from: number; to: number; word: number | null }

/** Money and percent signs belong to their number: "£40" is one thing to tap. */
const unitSign = /^[\p{Sc}%‰°]+$/u
const endsWithNumber = /\p{N}$/u
const startsWithNumber = /^\p{N}/u

type Segment = { text: string; isWord: boolean }

const segmentsOf = (prompt: string, locale: string): Segment[] => {
  if (typeof Intl.Segmenter === 'undefined')
    // Browsers without a segmenter find words between spaces and punctuation only.
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

/** A prompt in words and what is between them; joined together again, the parts are the prompt. */
export const partsOf = (prompt: string, locale: string): PromptPart[] => {
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

/** Which words are picked: from `anchor` to `head`, both numbers of words and included. `isOpen`: the other end is still to come. */
export type WordRange = { anchor: number; head: number; isOpen: boolean } | null

/** The first tap begins a range, the second ends it, the next begins anew. The same word tapped twice is no longer picked. */
export const tapWord = (range: WordRange, word: number): WordRange => {
  if (!range?.isOpen) return { anchor: word, head: word, isOpen: true }
  return range.anchor === word ? null : { ...range, head: word, isOpen: false }
}

/** Moves the loose end of the range, as Shift with an arrow key does. */
export const extendTo = (range: WordRange, from: number, word: number): WordRange => ({
  anchor: range?.anchor ?? from,
  head: word,
  isOpen: false,
})

export const isPicked = (range: WordRange, word: number): boolean =>
  range !== null && word >= Math.min(range.anchor, range.head) && word <= Math.max(range.anchor, range.head)

/** The picked words as a range of the prompt; null where none is picked. */
export const pickedRange = (parts: readonly PromptPart[], range: WordRange): { from: number; to: number } | null => {
  const picked = parts.filter(({ word }) => word !== null && isPicked(range, word))
  const [first] = picked
  const last = picked.at(-1)
  return first && last ? { from: first.from, to: last.to } : null
}
