import { requestConcepts, type Concept } from '../concepts.ts'
import type { Criterion } from '../rubric.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { matchesAny } from '../text/find-matches.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import { factsIn, type DerivedFact } from './facts.ts'
import { formsOfNumber, numberOf } from './number-words.ts'
import type { ListedAsk } from './read-description.ts'
import { conceptsNeeded, topicStems } from './read-clause.ts'
import { needsValue, stemExpression } from './stem-expression.ts'

/** A criterion for one point of a task's list, with the facts it names. `portable`: a prompt in any language can be held to it. */
export type AskCriterion = { criterion: Criterion; facts: DerivedFact[]; portable: boolean }

/** Concepts whose naming words are plain ("the reason", "your budget"), so that a point may ask by them alone. */
const namedPlainly: readonly Concept[] = ['reason', 'purpose', 'budget', 'age', 'tone', 'example', 'role', 'check_plan']
/** Said in so few ways that a prompt without their words lacks them. */
const certain: ReadonlySet<Concept> = new Set<Concept>(['length', 'budget', 'age', 'avoid', 'example', 'tone'])
/** "The four parts" are known ones; their number need not be said. */
const known = /^(the|all|both|his|her|its|los|las|les|des|os|as|усі|всі|ці)$/
const wordsInCount = 3
const weight = 2
const fewestParts = 3
const wordsInPart = 4

/** The concepts that a point asks for. `inName`: its name says so, and not only what stands behind it. */
function conceptsOf(name: ReadText, whole: ReadText): { concepts: Concept[]; inName: boolean } {
  const needed = conceptsNeeded(name).filter(
    (concept) => concept !== 'avoid' || matchesAny(name, cuesOf(name, 'avoid')),
  )
  if (needed.length > 0) return { concepts: needed, inName: true }
  const named = namedPlainly.filter((concept) => matchesAny(name, cuesOf(name, concept)))
  if (named.length > 0) return { concepts: named, inName: true }
  return { concepts: conceptsNeeded(whole).filter((concept) => certain.has(concept)), inName: false }
}

const cuesOf = ({ lexicon }: ReadText, concept: Concept) => lexicon.concepts[concept].cues

/** A point that only lists other points ("fill all blanks: task, reader, limits") is those points. */
export function expandAsk(ask: ListedAsk, language: LexiconLanguage): ListedAsk[] {
  const parts = enumerated(ask.rest)
  const known = parts.filter((part) => conceptsNeeded(readText(part.trim(), language)).length > 0)
  if (known.length < fewestParts || conceptsNeeded(readText(ask.name, language)).length > 0) return [ask]
  return parts.map((part) => ({ name: part.trim(), rest: '', source: part.trim() }))
}

/** Points of an enumeration ("price, notice period, hidden costs"); one or two are no enumeration. */
function enumerated(rest: string): string[] {
  const parts = rest
    .replace(/^[:：]\s*/u, '')
    .replace(/\([^)]*\)/g, '')
    .split(/[,;、，；]|\s(?:and|y|e|et|ve|і|й|та)\s/u)
    .filter((part) => /\p{L}/u.test(part))
  return parts.length >= fewestParts && parts.every((part) => part.trim().split(/\s+/).length <= wordsInPart)
    ? parts
    : []
}

/** A number that the prompt has to say: in a point's name, or as a word that is all that stands after its colon. Digits there are facts. */
function countIn(name: ReadText, rest: ReadText): number | null {
  const alone = rest.words.length <= wordsInCount ? rest.words.filter((word) => !/\d/.test(word)) : []
  const words = [...name.words, ...alone]
  const values = words.flatMap((word, at) => {
    const value = known.test(words[at - 1] ?? '') ? null : numberOf(word)
    return value === null ? [] : [value]
  })
  return values.length === 1 ? (values[0] ?? null) : null
}

const stemsIn = (text: string, language: LexiconLanguage) => topicStems(readText(text.replaceAll('-', ' '), language))

type Point = { ask: ListedAsk; index: number; language: LexiconLanguage; parts: string[]; rest: ReadText }

function countCriterion({ ask, index }: Point, count: number): AskCriterion {
  const fact: DerivedFact = {
    id: `count-${index + 1}`,
    kind: 'number',
    forms: formsOfNumber(count),
    source: ask.source,
  }
  return { criterion: { id: fact.id, level: 'must', weight, of: [fact.id] }, facts: [fact], portable: true }
}

function factsCriterion({ index }: Point, facts: DerivedFact[]): AskCriterion {
  const hasNumber = facts.some(({ kind }) => kind === 'number')
  const criterion: Criterion = {
    id: `facts-${index + 1}`,
    level: hasNumber ? 'must' : 'should',
    weight,
    of: facts.map(({ id }) => id),
    needFacts: Math.max(1, facts.length - 1),
  }
  return { criterion, facts, portable: hasNumber }
}

function wordsCriterion({ ask, index, language, parts }: Point, concepts: Concept[], inName: boolean): AskCriterion {
  const stems = [...new Set(stemsIn(ask.source, language))]
  const isBare = stems.length === 0 && concepts.length === 0
  const literal = concepts.some((concept) => needsValue.has(concept)) && parts.length === 0 ? [] : stems
  const criterion: Criterion = {
    id: concepts[0] ?? `point-${index + 1}`,
    level: inName && concepts.some((concept) => certain.has(concept)) ? 'must' : 'should',
    weight,
    cues: isBare ? [...requestConcepts] : concepts,
    re: literal.map((stem) => stemExpression(stem, language)),
    ...(parts.length > 0 ? { atLeast: 2 } : {}),
  }
  return { criterion, facts: [], portable: isBare || concepts.length > 0 }
}

/**
 * A number that is asked for must be said, and so must facts that are named; else the point's concept, or its own words, is looked for. Points that only
 * their own words can show are wanted, not required: there are many ways to say them.
 */
export function askCriterion(ask: ListedAsk, index: number, language: LexiconLanguage): AskCriterion {
  const name = readText(ask.name, language)
  const { concepts, inName } = conceptsOf(name, readText(ask.source, language))
  const point = { ask, index, language, parts: enumerated(ask.rest), rest: readText(ask.rest, language) }
  if (concepts.includes('length'))
    return { criterion: { id: 'length', level: 'must', weight, cues: ['length'] }, facts: [], portable: true }
  const count = point.parts.length > 0 ? null : countIn(name, point.rest)
  if (count !== null) return countCriterion(point, count)
  const facts = factsIn(ask.rest, point.rest)
  return facts.length > 0 ? factsCriterion(point, facts) : wordsCriterion(point, concepts, inName)
}
