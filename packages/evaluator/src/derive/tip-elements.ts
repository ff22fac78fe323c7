import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { familiesIn } from '../lexicon/word-families.ts'
import { findMatches } from '../text/find-matches.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import type { Concept } from '../concepts.ts'
import { clausesOf, conceptsNeeded, topicStems } from './read-clause.ts'

/** One part of a tip with what may show it: its concepts, its own stems, the word families that it names. */
type Element = {
  source: string
  concepts: Concept[]
  stems: string[]
  families: string[]
  /** Stems of the part of the description that it stands for. */
  home: string[]
}

/** Named beside something closer ("question about the deadline"), these say nothing of their own. */
const general: ReadonlySet<string> = new Set([
  'question',
  'topic',
  'form',
  'document',
  'what happened',
  'feeling',
  'size',
  'rule',
  'solution',
  'goal',
  'reply',
  'help',
  'number of people',
  'class',
  'amount',
  'things',
  'duration',
  'topic',
  'example',
  'title',
  'place',
  'state',
  'school',
])

/** The families that a part names, without general ones where something closer is named. */
function closeFamilies(read: ReadText): string[] {
  const named = familiesIn(read)
  const close = named.filter((name) => !general.has(name))
  return close.length > 0 ? close : named
}

const hasNoSpaces: ReadonlySet<LexiconLanguage> = new Set<LexiconLanguage>(['ja', 'ko'])
const lettersOfManner = 6

/** A part that only names a manner ("friendly", "firm but polite") asks for a tone. */
function mannerOf(read: ReadText): Concept[] {
  const manners = findMatches(read, read.lexicon.concepts.tone.cues)
  const rest = manners.reduce((words, { text }) => words.replace(text, ' '), read.flat)
  const isShort = hasNoSpaces.has(read.language) && read.flat.length <= lettersOfManner
  return manners.length > 0 && (isShort || topicStems(readText(rest, read.language)).length === 0) ? ['tone'] : []
}

function readElement(source: string, language: LexiconLanguage): Element {
  const read = readText(source, language)
  const needed = conceptsNeeded(read)
  const concepts = needed.length > 0 ? needed : mannerOf(read)
  return { source, concepts, stems: topicStems(read), families: closeFamilies(read), home: [] }
}

const joined: Record<LexiconLanguage, RegExp> = {
  en: / and | but | with(?=out )| (?=no )/,
  es: / y | e | pero | (?=sin )/,
  fr: / et | mais | (?=sans )/,
  pt: / e | mas | (?=sem )/,
  tr: / ve | ama /,
  ua: / і | й | та | але | (?=без )/,
  ko: /과 |와 |하고 /,
  ja: /と(?=\p{Script=Han}|\p{Script=Katakana})/u,
}
const denial: Partial<Record<LexiconLanguage, RegExp>> = { en: / (?=without )/ }

const hasEvidence = ({ concepts, stems, families }: Element) =>
  concepts.length > 0 || stems.length > 0 || families.length > 0

/** The parts of a tip; one that names two things ("fault and date", "reason without details") is two. */
export function elementsOf(tip: string, language: LexiconLanguage): (Element & { isPart: boolean })[] {
  return clausesOf(tip).flatMap((source): (Element & { isPart: boolean })[] => {
    const halves = source
      .split(denial[language]?.test(source) ? denial[language] : joined[language])
      .map((half) => half.trim())
    const read = halves.filter((half) => half.length > 0).map((half) => readElement(half, language))
    if (read.length === 2 && read.every(hasEvidence)) return read.map((element) => ({ ...element, isPart: true }))
    return [{ ...readElement(source, language), isPart: false }]
  })
}

type Clause = { read: ReadText; families: string[]; concepts: Concept[] }

const fewestLetters = 3

/** The same stem, or one the beginning of the other ("end", "endin"). */
export const areAlike = (left: string, right: string) =>
  left === right ||
  (Math.min(left.length, right.length) >= fewestLetters && (left.startsWith(right) || right.startsWith(left)))

function likeness(element: Element, { read, families, concepts }: Clause): number {
  const stems = element.stems.filter((stem) => [...read.content].some((other) => areAlike(stem, other))).length
  const shared = element.families.filter((name) => families.includes(name)).length
  return 2 * stems + shared + element.concepts.filter((concept) => concepts.includes(concept)).length
}

/**
 * Elements of a tip stand in the order of the description. One that uses other words than it ("contact" for "how she can reach you") means the
 * sentence part between those of its neighbours: its stems and families become the element's.
 */
export function alignElements<Known extends Element>(
  elements: Known[],
  { asked, told }: { asked: string; told: string },
  language: LexiconLanguage,
): Known[] {
  const ofStory = familiesIn(readText(told, language))
  const clauses = clausesOf(asked).map((source): Clause => {
    const read = readText(source, language)
    return { read, families: closeFamilies(read), concepts: conceptsNeeded(read) }
  })
  const homes = elements.map((element) => {
    const marks = clauses.map((clause) => likeness(element, clause))
    const best = Math.max(0, ...marks)
    return best === 0 ? -1 : marks.indexOf(best)
  })
  const isOwn = (stem: string, at: number) =>
    clauses.filter(({ read }) => read.content.has(stem)).length === 1 &&
    elements.every(({ stems }, other) => other === at || !stems.some((known) => areAlike(known, stem)))
  return elements.map((element, at) => {
    const home = clauses[homes[at] ?? -1]
    if (home) return { ...element, home: topicStems(home.read).filter((stem) => isOwn(stem, at)) }
    if (element.concepts.length > 0) return element
    const before = Math.max(-1, ...homes.slice(0, at))
    const later = homes.slice(at + 1).filter((home) => home > before)
    const after = later.length > 0 ? Math.min(...later) : clauses.length
    const between = clauses.slice(before + 1, after)
    const lost = homes.slice(homes.slice(0, at).lastIndexOf(before) + 1).findIndex((home) => home !== -1)
    if (between.length === 0 || between.length > 2 || lost > between.length) return element
    const said = between.flatMap(({ read }) => topicStems(read))
    return {
      ...element,
      home: said,
      stems: said.length === 1 ? [...element.stems, ...said] : element.stems,
      families: [
        ...element.families,
        ...between.flatMap(({ families }) => families).filter((name) => !ofStory.includes(name)),
      ],
    }
  })
}
