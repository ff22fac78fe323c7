import { findForm, findSayings, formsOfFact, placesOf } from './find-forms.ts'
import { findConcept, type Match } from './text/find-matches.ts'
import type { ReadText } from './text/read-text.ts'
import type { Criterion, RubricWithWords, RubricWords } from './rubric.ts'
import type { Met } from './score.ts'

/** What was found for a criterion, for the trace: the matched places. */
export type Finding = { id: string; met: Met; found: string[]; places: Match[] }

const nearWindow = 8
function distance(text: ReadText, left: Match, right: Match): number {
  const between = text.flat.slice(Math.min(left.end, right.end), Math.max(left.start, right.start))
  return text.language === 'ja' ? between.length / 3 : between.split(' ').length - 1
}

function meetNear(text: ReadText, cues: Match[], near: readonly string[]): { met: Met; places: Match[] } {
  const words = near.flatMap((word) => findForm(text, word))
  const pair = cues.find((cue) => words.some((word) => distance(text, cue, word) <= nearWindow))
  if (pair) return { met: 1, places: [pair] }
  const alone = [...cues, ...words].slice(0, 1)
  return { met: alone.length > 0 ? 0.5 : 0, places: alone }
}

function separatePlaces(places: readonly Match[]): Match[] {
  const sorted = [...places].sort((left, right) => left.start - right.start)
  const kept: Match[] = []
  for (const place of sorted) if ((kept.at(-1)?.end ?? -1) <= place.start) kept.push(place)
  return kept
}

function meetFacts(text: ReadText, criterion: Criterion, rubric: RubricWithWords): { met: Met; places: Match[] } {
  const ids = criterion.of ?? []
  const needed = criterion.needFacts ?? ids.length
  const found = ids.flatMap((id) => {
    return formsOfFact(rubric, id, text.language)
      .flatMap((form) => findForm(text, form))
      .slice(0, 1)
  })
  if (ids.length === 0) return { met: 0, places: [] }
  if (found.length >= needed) return { met: 1, places: found }
  return { met: 0, places: found }
}

function meetCues(cues: Match[], weak: Match[]): { met: Met; places: Match[] } {
  if (cues.length > 0) return { met: 1, places: cues }
  return { met: weak.length > 0 ? 0.5 : 0, places: weak }
}

/** Authors write expressions for plain words; those that need punctuation are tried on the text that still has it. */
function expressionPlaces(text: ReadText, source: string): Match[] {
  const onWords = placesOf(text.flat, source)
  return onWords.length > 0 ? onWords : placesOf(text.folded, source)
}

/**
 * The expressions, patterns and near words for a prompt in a language: the task's own, or those of the prompt's language where the
 * rubric knows them. Near words of another language than the prompt's are not asked for.
 */
function lookFor(language: string, criterion: Criterion, { words, elsewhere }: RubricWithWords) {
  const ofTask = words.criteria[criterion.id]
  const foreign = elsewhere?.[language]
  if (!foreign) return wordsOf(ofTask, ofTask?.re ?? criterion.re, ofTask?.near ?? criterion.near)
  const own = foreign.criteria[criterion.id]
  return wordsOf(
    own,
    own?.re ?? (ofTask?.re ?? criterion.re)?.filter((source) => !own?.says || !saysWhatIsAbsent(source)),
    own?.near,
  )
}

/** An expression that holds when words are absent would hold for the same words in another language. */
const saysWhatIsAbsent = (source: string): boolean => source.startsWith('^(?!')

function wordsOf(own: RubricWords['criteria'][string] | undefined, sources: string[] = [], near: string[] = []) {
  return { sources, near, sayings: own?.says ?? [] }
}

/** Looks in a prompt for one criterion of a rubric and says how far it is met, with the places as evidence. */
export function meetCriterion(text: ReadText, criterion: Criterion, rubric: RubricWithWords): Finding {
  const { sources, sayings, near } = lookFor(text.language, criterion, rubric)
  const concepts = (criterion.cues ?? []).map((cue) => findConcept(text, cue))
  const cues = concepts.flatMap((found) => found.strong)
  const weak = concepts.flatMap((found) => found.weak)
  const matched = [...sources.flatMap((source) => expressionPlaces(text, source)), ...findSayings(text, sayings)]
  const byCue = near.length > 0 ? meetNear(text, cues, near) : meetCues(cues, weak)
  const byFacts = meetFacts(text, criterion, rubric)
  const byExpression = { met: matched.length > 0 ? 1 : 0, places: matched }
  const best = [byExpression, byCue, byFacts].reduce((left, right) => (right.met > left.met ? right : left))
  const places = separatePlaces(best.places)
  const all = separatePlaces([...cues, ...matched])
  const thin = best.met === 1 && best !== byFacts && all.length < (criterion.atLeast ?? 1)
  return { id: criterion.id, met: (thin ? 0.5 : best.met) as Met, found: places.map((place) => place.text), places }
}
