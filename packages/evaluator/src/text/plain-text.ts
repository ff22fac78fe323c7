import type { Range } from './find-cues.ts'

/** A text as people see it, with each place of it in the text as typed. */
export type PlainText = {
  /** Composed (Unicode's NFC), without signs that nobody sees. */
  text: string
  /** The same words in the typed text. */
  asTyped: (range: Range) => Range
  /** The same words in the plain text. */
  asPlain: (range: Range) => Range
}

/**
 * What is composed to one sign, with the invisible ones in it: a Korean syllable of letters, or a sign and its marks. Kana
 * of half width have marks that stand alone.
 */
const clusters =
  /(?:[\u1100-\u115E\uA960-\uA97C][\u1161-\u11A7\uD7B0-\uD7C6]?[\u11A8-\u11FF\uD7CB-\uD7FB]?|[^])[\p{M}\uFF9E\uFF9F\p{Default_Ignorable_Code_Point}]*/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const isHalfWidth = /[\uFF66-\uFF9F]/u

const compose = (cluster: string): string => {
  const visible = cluster.replace(invisible, '')
  return visible.normalize(isHalfWidth.test(visible) ? 'NFKC' : 'NFC')
}

const asItIs = (range: Range): Range => range

/** Offsets count UTF-16 units. */
export function plainText(typed: string): PlainText {
  if (typed.normalize('NFC') === typed && typed.search(invisible) < 0 && !isHalfWidth.test(typed))
    return { text: typed, asTyped: asItIs, asPlain: asItIs }
  let text = ''
  /** For each unit of the plain text, where its sign begins and ends in the typed one. */
  const places: Range[] = []
  for (const { 0: cluster, index } of typed.matchAll(clusters)) {
    const composed = compose(cluster)
    for (let unit = 0; unit < composed.length; unit += 1) places.push({ from: index, to: index + cluster.length })
    text += composed
  }
  return {
    text,
    asTyped: ({ from, to }) => ({
      from: places[from]?.from ?? typed.length,
      to: to > from ? (places[to - 1]?.to ?? typed.length) : (places[from]?.from ?? typed.length),
    }),
    asPlain: ({ from, to }) => {
      const first = places.findIndex((place) => place.to > from)
      const end = places.findIndex((place) => place.from >= to)
      return { from: first < 0 ? text.length : first, to: end < 0 ? text.length : end }
    },
  }
}
