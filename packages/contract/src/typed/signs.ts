/**
 * How long a text is: as many signs as people see. A letter with its accents, an emoji of four people and a flag are one sign
 * each, although they are up to 19 UTF-16 code units. Fields, counters and the server's limits count alike.
 */

/** A heap of marks on one letter counts as several signs, so that a limit also bounds the code units of a text. */
export const unitsPerSign = 20

const plain = /^[\n\x20-\x7E]*$/

/** For engines without Intl.Segmenter (Firefox before 125): what follows a sign and belongs to it. */
const signs =
  /\r\n|(?:\p{RI}\p{RI}|[\u1100-\u115F\uA960-\uA97C]+[\u1160-\u11A7\uD7B0-\uD7C6]*[\u11A8-\u11FF\uD7CB-\uD7FB]*|[^])(?:[\p{M}\p{Emoji_Modifier}\u200C\u0E33\u0EB3\uFF9E\uFF9F\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic}?)*/gu

/** Exported for its test. The signs of a text, without Intl.Segmenter. */
export function splitWithoutSegmenter(text: string): string[] {
  return text.match(signs) ?? []
}

let segmenter: Intl.Segmenter | undefined

/** The signs of a text, in order; together they are the text. */
export function splitIntoSigns(text: string): string[] {
  if (plain.test(text)) return text.split('')
  if (typeof Intl.Segmenter !== 'function') return splitWithoutSegmenter(text)
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

const weightOf = (sign: string): number => Math.ceil(sign.length / unitsPerSign)

const weigh = (list: readonly string[]): number => list.reduce((sum, sign) => sum + weightOf(sign), 0)

/** What a counter shows. */
export function countSigns(text: string): number {
  return plain.test(text) ? text.length : weigh(splitIntoSigns(text))
}

/** Whether a text has at most so many signs. */
export function isWithin(text: string, limit: number): boolean {
  return text.length <= limit || countSigns(text) <= limit
}

/**
 * Like `isWithin`, for a text that was measured elsewhere: an engine without Intl.Segmenter splits some scripts otherwise, and
 * what it has accepted must not be refused.
 */
export function mayBeWithin(text: string, limit: number): boolean {
  return isWithin(text, limit) || weigh(splitWithoutSegmenter(text)) <= limit
}

/** As many signs from the beginning of a text as the limit allows, the last one whole. */
export function firstSigns(text: string, limit: number): string {
  if (isWithin(text, limit)) return text
  const kept: string[] = []
  let sum = 0
  for (const sign of splitIntoSigns(text)) {
    sum += weightOf(sign)
    if (sum > limit) break
    kept.push(sign)
  }
  return kept.join('')
}

export type TypedText = { text: string; caret: number }

/**
 * What is left of a change that goes beyond a limit: as many of its signs as fit, wherever they were put in. Nothing that was
 * there before is pushed out, and a text that was too long may get shorter.
 */
export function typedWithin(before: string, typed: string, limit: number): TypedText {
  if (isWithin(typed, limit) || (typed.length < before.length && countSigns(typed) < countSigns(before)))
    return { text: typed, caret: typed.length }
  const [old, now] = [splitIntoSigns(before), splitIntoSigns(typed)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const after = now.slice(now.length - end).join('')
  const inserted = now.slice(start, now.length - end)
  const head = now.slice(0, start).join('')
  while (inserted.length > 0 && !isWithin(head + inserted.join('') + after, limit)) inserted.pop()
  const kept = head + inserted.join('')
  return { text: kept + after, caret: kept.length }
}
