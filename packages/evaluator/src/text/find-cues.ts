import { remember } from '../remember.ts'
import { numberAt } from './read-number.ts'
import { foldText } from './fold-text.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { flatOf, isUnspaced, type Reading } from './read-text.ts'
import { hasStem, isTyped, shortestWithTypo } from './same-word.ts'

/** Offsets in the text. */
export type Range = { from: number; to: number }

export function overlaps(one: Range, other: Range): boolean {
  return one.from < other.to && other.from < one.to
}

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

/** The index after the part if it matches at `at`, else -1. A gap has no word: matchFrom skips it. */
const matchPart = (reading: Reading, part: Part, at: number): number => {
  const { words } = reading
  const word = words[at]
  if (part.type === 'start') return words[at - 1]?.sentence === word?.sentence ? -1 : at
  if (word === undefined) return -1
  if (part.type === 'number') return numberAt(reading, at)?.next ?? -1
  const matches = 'text' in part ? isWord[part.type](word.folded, part.text) : part.type === 'name' && word.isName
  return matches ? at + 1 : -1
}

/** The index after the cue if its parts from `index` match at `at`, in the sentence of the word at `begin`; else -1. */
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

type Cue = { parts: readonly Part[]; list: readonly string[] }
/** Cues by the beginning of their first word; those that begin with anything else are under ''. */
type CueIndex = ReadonlyMap<string, readonly Cue[]>

const keyLength = 2

/** The lookup key of a cue. A typo in a long word leaves its first letter intact. */
const keyOf = ([first]: readonly Part[]): string => {
  if (first?.type !== 'word' && first?.type !== 'stem') return ''
  return first.text.slice(0, first.text.length < shortestWithTypo ? keyLength : 1)
}

const makeIndex = (lists: readonly (readonly string[])[]): CueIndex => {
  const made = new Map<string, Cue[]>()
  for (const list of lists)
    for (const cue of list) {
      const parts = compile(cue)
      const key = keyOf(parts)
      made.set(key, [...(made.get(key) ?? []), { parts, list }])
    }
  return made
}

/** Calls back with each cue that matches at a word, and the index after it. */
const matchAt = (reading: Reading, index: CueIndex, at: number, found: (cue: Cue, next: number) => void): void => {
  const folded = reading.words[at]?.folded ?? ''
  for (let length = Math.min(keyLength, folded.length); length >= 0; length -= 1)
    for (const cue of index.get(folded.slice(0, length)) ?? []) {
      const next = matchFrom(reading, cue.parts, 0, at, at)
      if (next > at) found(cue, next)
    }
}

type Found = ReadonlyMap<readonly string[], readonly Range[]>

const findAll = (reading: Reading, index: CueIndex): Found => {
  const found = new Map<readonly string[], Range[]>()
  for (const [at, { from }] of reading.words.entries())
    matchAt(reading, index, at, ({ list }, next) => {
      const ranges = found.get(list) ?? []
      found.set(list, ranges)
      ranges.push({ from, to: reading.words[next - 1]?.to ?? from })
    })
  return found
}

type Finder = (reading: Reading) => Found

const finderOf = (lists: readonly (readonly string[])[]): Finder => {
  const index = makeIndex(lists)
  return remember((reading: Reading) => findAll(reading, index))
}

/** A language's lists for whole texts, compiled into one matcher. Gates have their own: they search every language. */
const findersOf = remember((language: Language): ReadonlyMap<readonly string[], Finder> => {
  const { cues, languages: names, weekdays, free, clock, greetings, injection, harm, selfHarm } = lexiconOf(language)
  const said = Object.values(cues).flatMap(({ full, partial = [] }) => [full, partial])
  const groups = [
    [...said, ...Object.values(names), ...weekdays, free, clock.noon, greetings],
    [injection, harm, selfHarm],
  ]
  return new Map(
    groups.flatMap((lists) => {
      const find = finderOf(lists)
      return lists.map((list) => [list, find] as const)
    }),
  )
})

const listIndex = remember((list: readonly string[]) => makeIndex([list]))

const findInWords = (reading: Reading, list: readonly string[]): readonly Range[] =>
  (findersOf(reading.language).get(list)?.(reading) ?? findAll(reading, listIndex(list))).get(list) ?? []

/** In languages without spaces, cues are parts of the text; `…` matches a few letters in between. */
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

const isPlain = (cue: string): boolean => !/[…<\s]/u.test(cue)

const findInFlat = (reading: Reading, cues: readonly string[]): Range[] => {
  const { flat, offsets } = flatOf(reading)
  return cues
    .filter((cue) => !isPlain(cue) || flat.includes(foldText(cue)))
    .flatMap((cue) =>
      [...flat.matchAll(patternOf(cue))].map((match) => ({
        from: offsets[match.index] ?? 0,
        to: offsets[match.index + match[0].length] ?? reading.text.length,
      })),
    )
}

/** Every match of a list's cues. The cue notation: `lexicons/README.md`. */
export function findCues(reading: Reading, list: readonly string[]): readonly Range[] {
  return isUnspaced(reading.language) ? findInFlat(reading, list) : findInWords(reading, list)
}

export function hasCue(reading: Reading, list: readonly string[]): boolean {
  return findCues(reading, list).length > 0
}

/** The index after the first cue that matches at a word, else -1; for unit names after numbers. */
export function cueAt(reading: Reading, list: readonly string[], at: number): number {
  let first = -1
  matchAt(reading, listIndex(list), at, (_, next) => {
    if (first < 0) first = next
  })
  return first
}
