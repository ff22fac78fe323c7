import { concepts, type Concept } from '../concepts.ts'
import { matchesAny } from '../text/find-matches.ts'
import { contentStems, readText, type ReadText } from '../text/read-text.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { forExample } from './for-example.ts'
import type { TaskWords } from '../task-words.ts'

/** Something that a task asks for: a concept or its own words, from the tip or from the description. */
export type Requirement = { source: string; concepts: Concept[]; stems: string[]; fromTip: boolean; confirmed: boolean }

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

function clausesOf(text: string): string[] {
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

function conceptsNeeded(clause: ReadText): Concept[] {
  const needed = concepts.filter((concept) => matchesAny(clause, clause.lexicon.concepts[concept].needs))
  const close = needed.filter((concept) => !generic.has(concept))
  return close.length > 0 ? close : needed
}

/** Reads what a task asks for out of its own words: each part of the tip, then what only the description names. */
export function findRequirements(task: TaskWords, language: LexiconLanguage): Requirement[] {
  const description = (task.fullDescription || task.description).replace(forExample, '')
  const whole = readText(description, language)
  const fromTip = clausesOf(task.tip ?? '').map((source) => {
    const clause = readText(source, language)
    const needed = conceptsNeeded(clause)
    const stems = contentStems(clause.words, clause.lexicon)
    const confirmed =
      needed.length > 0
        ? needed.some((concept) => isNamed(concept, whole))
        : stems.some((stem) => whole.content.has(stem))
    return { source, concepts: needed, stems, fromTip: true, confirmed }
  })
  const covered = new Set(fromTip.flatMap((requirement) => requirement.concepts))
  const fromDescription = clausesOf(description).flatMap((source) => {
    const needed = conceptsNeeded(readText(source, language)).filter(
      (concept) => clauseConcepts.has(concept) && !covered.has(concept),
    )
    for (const concept of needed) covered.add(concept)
    return needed.map((concept) => ({ source, concepts: [concept], stems: [], fromTip: false, confirmed: true }))
  })
  return [...fromTip, ...fromDescription]
}
