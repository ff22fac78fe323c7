import type { Concept } from '../concepts.ts'
import type { Criterion } from '../rubric.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { matchesAny } from '../text/find-matches.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import { factsIn, type DerivedFact } from './facts.ts'
import type { Description } from './read-description.ts'
import { taskPhrases } from './task-phrases.ts'

export type FactCriterion = { criterion: Criterion; facts: DerivedFact[]; source: string }

const kinds: Record<DerivedFact['kind'], Concept[]> = {
  number: ['date', 'time', 'deadline', 'age', 'budget'],
  name: ['people', 'reader', 'place'],
}

/** The number of an order or a policy: three digits or more, of nothing. */
const reference = /^\d{3,}$/

/** Whether a clause of the task asks for what a fact is: a date for "14 June", a price for "45 euros". */
function isNamed({ kind, source }: DerivedFact, clauses: readonly ReadText[], language: LexiconLanguage): boolean {
  const read = readText(source, language)
  const said = kinds[kind].filter((concept) => kind === 'name' || matchesAny(read, read.lexicon.concepts[concept].cues))
  return (said.includes('age') ? said.filter((concept) => concept === 'age') : said).some((concept) =>
    clauses.some((clause) => matchesAny(clause, clause.lexicon.concepts[concept].needs)),
  )
}

const single = (fact: DerivedFact, level: Criterion['level']): FactCriterion => ({
  criterion: { id: fact.id, level, weight: 1, of: [fact.id], needFacts: 1 },
  facts: [fact],
  source: fact.source,
})

/** Names are wanted, and most of them enough: whoever tells the story as their own leaves names out. */
function names(facts: DerivedFact[]): FactCriterion[] {
  const [first] = facts
  if (!first || facts.length === 1) return first ? [single(first, 'should')] : []
  const needFacts = Math.round(facts.length / 2)
  const criterion: Criterion = { id: 'names', level: 'should', weight: 1, of: facts.map(({ id }) => id), needFacts }
  return [{ criterion, facts, source: facts.map(({ source }) => source).join(', ') }]
}

/** Some of many givens: half of them shows that the prompt passes them on. A single name is mostly whom the story is about. */
function together(facts: DerivedFact[]): FactCriterion[] {
  if (facts.every(({ kind }) => kind === 'name') && facts.length <= 1) return []
  const needFacts = Math.max(1, Math.round(facts.length / 2))
  const criterion: Criterion = { id: 'givens', level: 'should', weight: 1, of: facts.map(({ id }) => id), needFacts }
  return [{ criterion, facts, source: facts.map(({ source }) => source).join(', ') }]
}

/**
 * The givens of a task as criteria. What the asking sentences name is required; what only the story tells is required when the task
 * asks for its kind ("day and place", "give the facts"); else its names and reference numbers are wanted, and other numbers need only not be wrong (`told`). Of quoted
 * material, and of a story before a list, some is enough.
 */
export function weighFacts(
  { asked, listed, told, shown }: Description,
  clauses: readonly string[],
  language: LexiconLanguage,
): { weighed: FactCriterion[]; told: DerivedFact[] } {
  const find = (words: string) => factsIn(words, readText(words, language))
  const named = find(asked)
  const isNew = (fact: DerivedFact) => named.every(({ id }) => id !== fact.id)
  const story = find(told).filter(isNew)
  const material = find(shown).filter((fact) => isNew(fact) && story.every(({ id }) => id !== fact.id))
  if (listed.length > 0) return { weighed: together([...named, ...story, ...material]), told: [] }
  const readClauses = clauses.map((clause) => readText(clause, language))
  const passOn = clauses.some((clause) => taskPhrases[language].passOn.test(clause))
  const isAskedFor = (fact: DerivedFact) => passOn || isNamed(fact, readClauses, language)
  const needed = story.filter(isAskedFor)
  const wanted = story.filter((fact) => !isAskedFor(fact) && (fact.kind === 'name' || reference.test(fact.source)))
  return {
    weighed: [
      ...[...named, ...needed].filter(({ kind }) => kind === 'number').map((fact) => single(fact, 'must')),
      ...wanted.filter(({ kind }) => kind === 'number').map((fact) => single(fact, 'should')),
      ...names([...named, ...needed, ...wanted].filter(({ kind }) => kind === 'name')),
      ...together(material),
    ],
    told: story,
  }
}
