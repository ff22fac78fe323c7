import type { Finding } from '../meet-criterion.ts'
import type { RubricWithWords } from '../rubric.ts'
import { createOriginalFinder } from '../text/find-original.ts'
import { foldText } from '../text/fold-text.ts'
import { measureUnits } from '../text/measure-units.ts'

/** A place of fewer units is shown with its clause: "things" alone tells nobody what was found. */
const tellingUnits = 5
const unitsOfClause = 3
const fewestUnits = 2
const clauseEnd = /[.,;:!?]\s+|[。、！？()]|\n/gu
const sentenceEnd = /[.!?]\s+|[。！？]|\n/gu
const edges = /^[\s"'“”«»„(]+|[\s"'“”«»„).,;:!?。、！？]+$/gu

const unitsOf = (words: string) => measureUnits(foldText(words), 'en')

/** The part of a text between two ends that holds the words at `from`. */
function partAround(original: string, from: number, to: number, end: RegExp): { text: string; before: number } {
  let start = 0
  for (const match of original.matchAll(end)) {
    if (match.index >= to) return { text: original.slice(start, match.index), before: from - start }
    if (match.index + match[0].length <= from) start = match.index + match[0].length
  }
  return { text: original.slice(start), before: from - start }
}

/** At most `longest` characters, whole words, with `…` when something was left out. */
function clip(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return `${/\s/u.test(cut) ? cut.replace(/\s+\S*$/u, '') : cut}…`
}

/** Up to the ends of the words that a match begins and ends in; Chinese characters and kana have no such ends. */
function wholeWords(original: string, from: number, to: number): string {
  const start = original.slice(0, from).match(/[^\P{L}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]*$/u)?.[0] ?? ''
  const end = original.slice(to).match(/^[^\P{L}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]*/u)?.[0] ?? ''
  return start + original.slice(from, to) + end
}

/** The words when they tell enough, else with their clause or sentence; from the words on when that begins too far before. */
function widened(original: string, words: string, longest: number): string {
  const from = original.indexOf(words)
  if (from < 0) return words
  const whole = wholeWords(original, from, from + words.length)
  if (unitsOf(whole) >= tellingUnits) return whole
  for (const end of [clauseEnd, sentenceEnd]) {
    const { text, before } = partAround(original, from, from + words.length, end)
    if (unitsOf(text) < unitsOfClause) continue
    return before + words.length <= longest ? text : text.slice(before)
  }
  return whole
}

function bestPlace(finding: Finding, findOriginal: (matched: string) => string | null): string | null {
  const words = finding.found.flatMap((place) => findOriginal(place) ?? []).filter((text) => text.length >= 3)
  return words.length === 0 ? null : words.reduce((left, right) => (unitsOf(right) > unitsOf(left) ? right : left))
}

/**
 * One thing that was found, in the learner's own spelling, of the heaviest criterion that has something to show: the longest place, with
 * its clause when it is a word or two. At most `longest` characters and a mark for what was cut; null when nothing tells enough.
 */
export function pickEvidence(
  { criteria }: RubricWithWords,
  findings: readonly Finding[],
  original: string,
  longest: number,
): string | null {
  const weightOf = (finding: Finding) => criteria.find(({ id }) => id === finding.id)?.weight ?? 0
  const findOriginal = createOriginalFinder(original)
  const met = findings.filter((finding) => finding.met === 1)
  for (const finding of met.sort((left, right) => weightOf(right) - weightOf(left))) {
    const words = bestPlace(finding, findOriginal)
    if (words === null) continue
    const shown = clip(widened(original, words, longest).replace(edges, ''), longest)
    if (unitsOf(shown) >= fewestUnits) return shown
  }
  return null
}
