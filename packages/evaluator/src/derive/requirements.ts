import { concepts, type Concept } from '../concepts.ts'
import { matchesAny } from '../text/find-matches.ts'
import { contentStems, readText, type ReadText } from '../text/read-text.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { forExample } from './for-example.ts'

/** Something that a task asks for: a concept or its own words, from the tip or from the description. */
export type Requirement = { source: string; concepts: Concept[]; stems: string[]; confirmed: boolean }

/** Too common in any request to be a requirement of their own, or covered by others. */
const clauseConcepts: ReadonlySet<Concept> = new Set<Concept>([
  'length',
  'no_invention',
  'missing_rule',
  'sources',
  'doubt',
  'ask_first',
  'example',
  'private_free',
  'ignore_instructions',
  'budget',
  'ask_for_reply',
])

const clauseBreak = /[,;:.。、，；：!?\n]|\s+[–—-]\s+/u

/** The clauses of a text, each of which may ask for something. */
export function clausesOf(text: string): string[] {
  return text
    .replace(/(\d)[.,:](\d)/g, '$1\u0001$2')
    .split(clauseBreak)
    .map((clause) => clause.replaceAll('\u0001', ':').trim())
    .filter((clause) => clause.length > 1)
}

const usedLoosely: ReadonlySet<Concept> = new Set<Concept>(['shape', 'purpose'])

/** A tip may use a word loosely ("goal", "form"): what it names is required when the description says it too. */
function isNamed(concept: Concept, description: ReadText): boolean {
  const { cues, needs } = description.lexicon.concepts[concept]
  return matchesAny(description, needs) || (!usedLoosely.has(concept) && matchesAny(description, cues))
}

/** Said by many other concepts too ("no invention" is not just "no"): counts only when nothing closer is named. */
const generic: ReadonlySet<Concept> = new Set<Concept>(['avoid', 'count', 'add', 'change', 'keep'])

/** The concepts that a clause of a task asks for. */
export function conceptsNeeded(clause: ReadText): Concept[] {
  const needed = concepts.filter((concept) => matchesAny(clause, clause.lexicon.concepts[concept].needs))
  const close = needed.filter((concept) => !generic.has(concept))
  return close.length > 0 ? close : needed
}

/** The stems of a text without its numbers: "two" is said in any prompt. */
export function topicStems({ words, lexicon }: ReadText): string[] {
  const number = new RegExp(`^(?:${lexicon.numbers})$`, 'u')
  return contentStems(
    words.filter((word) => !number.test(word)),
    lexicon,
  )
}

const wordsBeforeBracket = 3
const inBrackets = /[^,;:.()。、]*[（(]([^()（）]+)[)）]/gu

/** What a description puts in brackets behind an element of the tip: "the hard topics (signs, priorities)". Saying that says the element. */
function spelledOut(stems: readonly string[], description: string, language: LexiconLanguage): string[] {
  return [...description.matchAll(inBrackets)].flatMap(([clause, inside]) => {
    const before = clause.slice(0, -(inside?.length ?? 0) - 2).trim()
    const head = readText(before.split(/\s+/).slice(-wordsBeforeBracket).join(' '), language)
    return stems.some((stem) => head.content.has(stem)) ? topicStems(readText(inside ?? '', language)) : []
  })
}

const fewestElements = 3
const wordsInElement = 5
const lettersInElement = 14
const mostAreElements = 0.7

/** Whether a tip names elements ("Topic, reader, length.") and is no advice ("Read it aloud before you send it"). */
export function listsElements(tip: string, language: LexiconLanguage): boolean {
  const clauses = clausesOf(tip)
  const isDense = language === 'ja' || language === 'ko'
  const isShort = (clause: string) =>
    isDense ? clause.length <= lettersInElement : clause.split(/\s+/).length <= wordsInElement
  return clauses.length >= fewestElements && clauses.filter(isShort).length / clauses.length >= mostAreElements
}

/**
 * Reads what a task asks for out of its own words: each part of the tip, then what only the asking sentences name. `asked`
 * are these, `description` is all of it.
 */
export function findRequirements(
  tip: string,
  { description, asked }: { description: string; asked: string },
  language: LexiconLanguage,
): Requirement[] {
  const whole = readText(description.replace(forExample, ''), language)
  const fromTip = clausesOf(tip).map((source) => {
    const clause = readText(source, language)
    const needed = conceptsNeeded(clause)
    const own = topicStems(clause)
    const confirmed =
      needed.length > 0
        ? needed.some((concept) => isNamed(concept, whole))
        : own.some((stem) => whole.content.has(stem))
    return { source, concepts: needed, stems: [...own, ...spelledOut(own, description, language)], confirmed }
  })
  const covered = new Set(fromTip.flatMap((requirement) => requirement.concepts))
  const fromDescription = clausesOf(asked.replace(forExample, '')).flatMap((source) => {
    const needed = conceptsNeeded(readText(source, language)).filter(
      (concept) => clauseConcepts.has(concept) && !covered.has(concept),
    )
    for (const concept of needed) covered.add(concept)
    return needed.map((concept) => ({ source, concepts: [concept], stems: [], confirmed: true }))
  })
  return [...fromTip, ...fromDescription]
}
