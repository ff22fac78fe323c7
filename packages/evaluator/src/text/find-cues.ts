import { remember } from '../remember.ts'
import { numberAt } from './read-number.ts'
import { foldText } from './fold-text.ts'
import { flatOf, isUnspaced, type Reading } from './read-text.ts'
import { hasStem, isTyped } from './same-word.ts'

/** Where a text says something, in offsets of the text. */
export type Range = { from: number; to: number }

export const overlaps = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to

type Lettered = { type: 'word' | 'stem' | 'ending' | 'inside'; text: string }
type Part = Lettered | { type: 'number' | 'name' | 'start' | 'gap' }

const signs: Record<string, Part> = {
  '<number>': { type: 'number' },
  '<name>': { type: 'name' },
  '^': { type: 'start' },
  '…': { type: 'gap' },
}
const widestGap = 3
const widestFlatGap = 8

const readPart = (part: string): Part => {
  const sign = signs[part]
  if (sign !== undefined) return sign
  const text = foldText(part.replaceAll('*', ''))
  if (part.startsWith('*')) return { type: part.endsWith('*') ? 'inside' : 'ending', text }
  return { type: part.endsWith('*') ? 'stem' : 'word', text }
}

const compile = remember((cue: string): readonly Part[] => cue.trim().split(/\s+/).map(readPart))

const isWord: Record<Lettered['type'], (folded: string, text: string) => boolean> = {
  word: isTyped,
  stem: hasStem,
  ending: (folded, text) => folded.endsWith(text) && folded.length > text.length,
  inside: (folded, text) => folded.includes(text),
}

/** The index after the part when it matches at `at`, else -1. A gap has no word of its own: matchFrom skips it. */
const matchPart = ({ words, language }: Reading, part: Part, at: number): number => {
  const word = words[at]
  if (part.type === 'start') return words[at - 1]?.sentence === word?.sentence ? -1 : at
  if (word === undefined) return -1
  if (part.type === 'number') return numberAt(words, at, language)?.next ?? -1
  const matches = 'text' in part ? isWord[part.type](word.folded, part.text) : part.type === 'name' && word.isName
  return matches ? at + 1 : -1
}

/** The index after the cue when its parts from `index` on match at `at`, in the sentence of the word at `begin`; else -1. */
const matchFrom = (reading: Reading, parts: readonly Part[], index: number, at: number, begin: number): number => {
  const part = parts[index]
  if (part === undefined) return at
  const { words } = reading
  if (at > begin && words[at]?.sentence !== words[begin]?.sentence) return -1
  if (part.type === 'gap') {
    for (let skipped = 0; skipped <= widestGap; skipped += 1) {
      const end = matchFrom(reading, parts, index + 1, at + skipped, begin)
      if (end >= 0) return end
    }
    return -1
  }
  const next = matchPart(reading, part, at)
  return next < 0 ? -1 : matchFrom(reading, parts, index + 1, next, begin)
}

/** Cues by the first letter of their first word; those that begin otherwise are under ''. */
type CueIndex = ReadonlyMap<string, readonly (readonly Part[])[]>

const indexOf = remember((cues: readonly string[]): CueIndex => {
  const made = new Map<string, (readonly Part[])[]>()
  for (const parts of cues.map(compile)) {
    const [first] = parts
    const letter = first?.type === 'word' || first?.type === 'stem' ? first.text.slice(0, 1) : ''
    made.set(letter, [...(made.get(letter) ?? []), parts])
  }
  return made
})

const findInWords = (reading: Reading, cues: readonly string[]): Range[] => {
  const index = indexOf(cues)
  const anywhere = index.get('') ?? []
  return reading.words.flatMap((word, at) =>
    [...(index.get(word.folded.slice(0, 1)) ?? []), ...anywhere].flatMap((parts) => {
      const next = matchFrom(reading, parts, 0, at, at)
      const last = reading.words[next - 1]
      return next > at && last ? [{ from: word.from, to: last.to }] : []
    }),
  )
}

/** Cues of languages without spaces are parts of the text; `…` stands for some letters between. */
const patternOf = remember((cue: string): RegExp => {
  const source = cue
    .split('…')
    .map((part) =>
      part
        .split('<number>')
        .map((piece) => foldText(piece).replaceAll(/[.+?^${}()|[\]\\*\s]/g, ''))
        .join('[0-9一二三四五六七八九十百]+'),
    )
    .join(`[^。！？!?]{0,${widestFlatGap}}`)
  return new RegExp(source, 'gu')
})

const findInFlat = (reading: Reading, cues: readonly string[]): Range[] => {
  const { flat, offsets } = flatOf(reading)
  return cues.flatMap((cue) =>
    [...flat.matchAll(patternOf(cue))].map((match) => ({
      from: offsets[match.index] ?? 0,
      to: offsets[match.index + match[0].length] ?? reading.text.length,
    })),
  )
}

/** Every place where one of the cues occurs. The notation of cues: `lexicons/README.md`. */
export const findCues = (reading: Reading, cues: readonly string[]): Range[] =>
  isUnspaced(reading.language) ? findInFlat(reading, cues) : findInWords(reading, cues)

/** Whether the reading says any of the cues. */
export const hasCue = (reading: Reading, cues: readonly string[]): boolean => findCues(reading, cues).length > 0

/** The index after the first cue that begins at a word, else -1; for names of units behind numbers. */
export const cueAt = (reading: Reading, cues: readonly string[], at: number): number => {
  const index = indexOf(cues)
  const first = reading.words[at]?.folded.slice(0, 1) ?? ''
  for (const parts of [...(index.get(first) ?? []), ...(index.get('') ?? [])]) {
    const next = matchFrom(reading, parts, 0, at, at)
    if (next > at) return next
  }
  return -1
}
