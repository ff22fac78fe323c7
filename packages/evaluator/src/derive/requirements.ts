import type { Concept } from '../concepts.ts'
import { matchesAny } from '../text/find-matches.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { factsIn } from './facts.ts'
import { forExample } from './for-example.ts'
import { clausesOf, conceptsNeeded, topicStems } from './read-clause.ts'
import { alignElements, elementsOf } from './tip-elements.ts'
import { wordsOfElement } from './words-of-element.ts'

/** Something that a task asks for: a concept or its own words, from the tip or from the description. */
export type Requirement = {
  source: string
  concepts: Concept[]
  stems: string[]
  /** Word families that it names. */
  families: string[]
  /** Stems of the part of the description that it stands for. */
  home: string[]
  /** Stems of the story, where saying what happened says it. */
  story: string[]
  /** The description says it too. */
  confirmed: boolean
  /** One of two things that a part of the tip names together. */
  isPart: boolean
  /** `should`: only the description names it, where the tip lists what is needed. */
  level: 'must' | 'should'
}

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

/** What no tip needs to say again. */
const stated: ReadonlySet<Concept> = new Set<Concept>(['length', 'no_invention', 'budget'])

const usedLoosely: ReadonlySet<Concept> = new Set<Concept>(['shape', 'purpose'])

/** A tip may use a word loosely ("goal", "form"): what it names is required when the description says it too. */
function isNamed(concept: Concept, description: ReadText): boolean {
  const { cues, needs } = description.lexicon.concepts[concept]
  return matchesAny(description, needs) || (!usedLoosely.has(concept) && matchesAny(description, cues))
}

const fewestElements = 3
const wordsInElement = 5
const lettersInElement = 14
const mostAreElements = 0.6

/** Whether a tip names elements ("Topic, reader, length.") and is no advice ("Read it aloud before you send it"). */
export function listsElements(tip: string, language: LexiconLanguage): boolean {
  const clauses = clausesOf(tip)
  const isDense = language === 'ja' || language === 'ko'
  const isShort = (clause: string) =>
    isDense ? clause.length <= lettersInElement : clause.split(/\s+/).length <= wordsInElement
  return clauses.length >= fewestElements && clauses.filter(isShort).length / clauses.length >= mostAreElements
}

const wordsInName = 3

/** What only the story says, without its names; whoever says why, or what happened, uses words of it. */
function storyStems(told: string, rest: string, language: LexiconLanguage): string[] {
  const known = readText(rest, language).content
  const read = readText(told, language)
  const names = factsIn(told, read).flatMap(({ kind, source }) => (kind === 'name' ? [source] : []))
  const named = readText(names.filter((name) => name.split(' ').length <= wordsInName).join('. '), language).content
  return topicStems(read).filter((stem) => !known.has(stem) && !named.has(stem) && !/\d/.test(stem))
}

const storyFamilies: ReadonlySet<string> = new Set([
  'reason',
  'complaint',
  'what happened',
  'went wrong',
  'claim',
  'since when',
  'broken',
  'occasion',
  'state',
])

const tellsStory = ({ concepts: needed, families }: { concepts: Concept[]; families: string[] }) =>
  needed.includes('reason') || families.some((family) => storyFamilies.has(family))

/**
 * Reads what a task asks for out of its own words: each part of the tip, then what only the asking sentences name. `asked`
 * are these, `description` is all of it.
 */
export function findRequirements(
  tip: string,
  { title, description, asked, told }: { title: string; description: string; asked: string; told: string },
  language: LexiconLanguage,
): Requirement[] {
  const story = storyStems(told, [tip, asked].join('\n'), language)
  const whole = readText(description.replace(forExample, ''), language)
  const fromTip = alignElements(elementsOf(tip, language), { asked, told }, language).map((element): Requirement => {
    const { source, concepts: needed, stems, isPart, home } = element
    const confirmed =
      needed.length > 0
        ? needed.some((concept) => isNamed(concept, whole))
        : stems.some((stem) => whole.content.has(stem))
    const said = wordsOfElement(element, { title, description, told }, language)
    return {
      source,
      concepts: needed,
      stems: said.stems,
      story: tellsStory(element) ? story : [],
      families: said.families,
      home,
      confirmed: confirmed || home.length > 0 || (stems.length === 0 && said.stems.length > 0),
      isPart,
      level: 'must',
    }
  })
  const covered = new Set(fromTip.flatMap((requirement) => requirement.concepts))
  const fromDescription = clausesOf(asked.replace(forExample, '')).flatMap((source) => {
    const needed = conceptsNeeded(readText(source, language)).filter(
      (concept) => clauseConcepts.has(concept) && !covered.has(concept),
    )
    for (const concept of needed) covered.add(concept)
    return needed.map((concept): Requirement => {
      const level = tip === '' || stated.has(concept) ? 'must' : 'should'
      return {
        source,
        concepts: [concept],
        stems: [],
        families: [],
        home: [],
        story: [],
        confirmed: true,
        isPart: false,
        level,
      }
    })
  })
  return [...fromTip, ...fromDescription]
}
