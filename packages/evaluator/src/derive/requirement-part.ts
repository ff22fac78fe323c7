import type { Concept } from '../concepts.ts'
import type { Criterion } from '../rubric.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { familyExpression } from '../lexicon/word-families.ts'
import { findLimit } from '../feedback/find-limit.ts'
import { findMatches, matchesAny } from '../text/find-matches.ts'
import { contentStems, readText, type ReadText } from '../text/read-text.ts'
import { chosenTimes } from './chosen-times.ts'
import { factsIn, type DerivedFact } from './facts.ts'
import type { Requirement } from './requirements.ts'
import { escapeExpression, needsValue, pairExpressions, stemExpression } from './stem-expression.ts'
import { taskPhrases } from './task-phrases.ts'

/** A criterion with its words. A prompt in another language than the task is held only to what is `portable`. */
export type Part = {
  criterion: Criterion
  hint: string
  add?: string | undefined
  facts: DerivedFact[]
  portable: boolean
}

/** In a picture prompt one shows the symbol and the mood; one does not name them. */
const pictureTask =
  /image generator|picture generator|generador de im[aá]genes|g[eé]n[eé]rateur d.images|gerador de imagens|g[oö]rsel|зображен|이미지 생성|그림 생성|画像生成/iu

/** The task's own limit ("at most 80 words") is what a completed prompt should say. */
export function limitInTask(concepts: readonly Concept[], description: string, language: LexiconLanguage) {
  const limit = (['length', 'budget'] as const).find((concept) => concepts.includes(concept))
  return limit && (findLimit(description, readText(description, language), limit) ?? undefined)
}

const hasNoSpaces: ReadonlySet<LexiconLanguage> = new Set<LexiconLanguage>(['ja', 'ko'])
const lettersInTerm = 6

/** A sum of money says a price; where the task's own limit is a time ("one minute at most"), a time says the length. */
function alsoSaidBy(concepts: readonly Concept[], source: string, description: ReadText) {
  const also: Concept[] = []
  if (concepts.length === 0 && taskPhrases[description.language].price.test(source)) also.push('budget')
  if (concepts.includes('length') && isTimeLimit(description)) also.push('time')
  return also
}

function isTimeLimit(description: ReadText): boolean {
  const { length, time } = description.lexicon.concepts
  const limits = findMatches(description, [...length.needs, ...length.cues]).map(({ text }) => text)
  return limits.some((limit) => matchesAny(readText(limit, description.language), time.cues))
}

/** Said in few ways, which the lexicons know. */
const closed: ReadonlySet<Concept> = new Set<Concept>([
  'length',
  'tone',
  'no_invention',
  'budget',
  'ignore_instructions',
  'private_free',
  'example',
  'age',
])

const isPerson = ({ kind, forms }: DerivedFact, description: ReadText): boolean =>
  kind === 'name' && !placesNamed(description).some((place) => forms[0]?.startsWith(place))

const isLabelled = ({ id }: DerivedFact, stems: readonly string[]) => stems.includes(id.split('<')[1] ?? '')

/** "18:30" and its like: the hour of the story says when. */
const isClock = ({ kind, forms }: DerivedFact) => kind === 'number' && /^\d{1,2}[:.h]\d\d$/.test(forms[0] ?? '')

const placeWords =
  /(?<!\p{L})(?:in|at|en|dans|au|a la|no|na|em|у|в|на) (?:(?:the|our|my|el|la|los|las|le|un|une|uma|um|o|a) )?(\p{L}{4,})/gu

/** The places that a description names: "school yard" says where, with or without a little word. */
function placesIn(concepts: readonly Concept[], description: ReadText): string[] {
  if (!concepts.includes('place')) return []
  const stems = contentStems(placesNamed(description), description.lexicon)
  return stems.map((stem) => stemExpression(stem, description.language))
}

const placesNamed = ({ flat }: ReadText) => [...flat.matchAll(placeWords)].map(([, place = '']) => place)

function beginsWithDenial(source: string, language: LexiconLanguage): boolean {
  const { words, lexicon } = readText(source, language)
  return lexicon.negations.has(words[0] ?? '')
}

/** Concepts for which a lexicon cannot know all words; things without a concept are said in many ways too. */
const saidInManyWays: ReadonlySet<Concept> = new Set<Concept>([
  'reason',
  'reader',
  'level',
  'place',
  'people',
  'missing_rule',
  'ask_for_reply',
  'ask_first',
  'deadline',
  'avoid',
  'keep',
  'add',
  'remove',
  'change',
])

/** A word that asks for a form ("report") may name a thing of the story; then there are many ways to say it too. */
const mayBeInOtherWords = (requirement: Requirement): boolean => !isUnit(requirement) && isSaidInManyWays(requirement)

const isSaidInManyWays = ({ concepts, families }: Requirement): boolean =>
  !families.some((family) => saidPlainly.has(family)) &&
  (concepts.every((concept) => saidInManyWays.has(concept)) ||
    (families.length > 0 && concepts.every((concept) => mayBeThing.has(concept))))

/** Said in few words, which the families know. */
const saidPlainly: ReadonlySet<string> = new Set([
  'summary',
  'one at a time',
  'both sides',
  'letters',
  'commands',
  'rain',
])

/** A part that is nothing but a unit ("minutes") is said with one. */
const isUnit = ({ families, stems, source }: Requirement): boolean =>
  families.includes('duration') && stems.length === 1 && !source.includes(' ')

const mayBeThing: ReadonlySet<Concept> = new Set<Concept>(['follow_up', 'shape', 'count', 'tool', 'steps'])

type Setting = { description: ReadText; promptLanguage: LexiconLanguage; given: readonly DerivedFact[] }

/** Families that no task names, of further ways to say a concept that a lexicon alone decides. */
const beyondLexicon: Partial<Record<Concept, string>> = { tone: 'manner', no_invention: 'only these' }

/** The expressions by which a thing may be found: its words, its families, most of what the description says of it, the story that it asks for. */
function expressionsFor(
  { concepts, stems, source, families, home, story }: Requirement,
  { description, promptLanguage }: Setting,
): string[] {
  const { language } = description
  const isValue = concepts.some((concept) => needsValue.has(concept))
  const isPlain = families.some((family) => saidPlainly.has(family))
  const words = isValue || isPlain ? [] : stems.map((stem) => stemExpression(stem, language))
  const isTerm = !isValue && hasNoSpaces.has(language) && source.length <= lettersInTerm
  return [
    ...words,
    ...(isTerm ? [escapeExpression(source)] : []),
    ...families.flatMap((family) => familyExpression(family, promptLanguage) ?? []),
    ...(concepts.length > 0 || isPlain ? [] : pairExpressions(home, language)),
    ...pairExpressions(story, language),
    ...placesIn(concepts, description),
    ...concepts.flatMap((concept) => familyExpression(beyondLexicon[concept] ?? '', promptLanguage) ?? []),
  ]
}

/** What to look for. Times that are to be chosen, and numbers, are told by nothing else. */
function evidenceFor(
  requirement: Requirement,
  setting: Setting,
): { evidence: Partial<Criterion>; facts: DerivedFact[] } {
  const { concepts, stems, source, families } = requirement
  const { description, promptLanguage, given } = setting
  const { language } = description
  const isClosed = concepts.some((concept) => closed.has(concept))
  const times = chosenTimes(requirement, description)
  const inItsWords = pairExpressions(requirement.home, language)
  if (times) return { evidence: { re: [times.re, ...inItsWords], atLeast: times.count }, facts: [] }
  const numbers = concepts.length > 0 || promptLanguage !== language ? [] : numbersIn(source, language)
  if (numbers.length > 0) return { evidence: { of: numbers.map(({ id }) => id), needFacts: 1 }, facts: numbers }
  const isNamed = stems.length > 0 || families.length > 0
  const isDenial =
    concepts.includes('avoid') && isNamed && promptLanguage === language && beginsWithDenial(source, language)
  const isReader = concepts.includes('reader')
  const isTold = (fact: DerivedFact) => isLabelled(fact, stems) || (concepts.includes('time') && isClock(fact))
  const facts = given.filter((fact) => (isReader ? isPerson(fact, description) : isTold(fact)))
  const cues = concepts.filter((concept) => !isDenial && (concept !== 'missing_rule' || families.length === 0))
  const evidence: Partial<Criterion> = {
    cues: [...cues, ...alsoSaidBy(concepts, source, description)],
    re: expressionsFor(isClosed ? { ...requirement, families: [] } : requirement, setting),
    ...(facts.length > 0 ? { of: facts.map(({ id }) => id), needFacts: 1 } : {}),
    ...(mayBeInOtherWords(requirement) ? { inOtherWords: true } : {}),
  }
  return { evidence, facts }
}

const numbersIn = (source: string, language: LexiconLanguage) =>
  factsIn(source, readText(source, language)).filter(({ kind }) => kind === 'number')

/** The criterion for one thing that the tip or an asking sentence names. `given`: the facts of the task. */
export function requirementPart(requirement: Requirement, index: number, setting: Setting): Part {
  const { concepts, source, families, isPart } = requirement
  const { description, promptLanguage } = setting
  const { evidence, facts } = evidenceFor(requirement, setting)
  const itemWeight = pictureTask.test(description.folded) || isPart ? 1 : 2
  const criterion: Criterion = {
    id: concepts[0] ?? `item-${index + 1}`,
    level: mustBe(requirement) ? 'must' : 'should',
    weight: concepts.length > 0 && !isPart ? 2 : itemWeight,
    ...evidence,
  }
  const isShared = families.some((family) => familyExpression(family, promptLanguage) !== null)
  return {
    criterion,
    hint: source,
    add: limitInTask(concepts, description.folded, description.language),
    facts,
    portable: concepts.length > 0 || isShared,
  }
}

/** Named by the tip alone, these may be anything that the description says. */
const abstract: ReadonlySet<string> = new Set([
  'occasion',
  'complaint',
  'what happened',
  'topic',
  'goal',
  'form',
  'document',
  'title',
  'state',
  'size',
  'reason',
  'feeling',
  'rule',
  'group',
  'amount',
  'things',
  'duration',
  'place',
  'example',
  'number of people',
  'book',
  'room',
  'help',
  'solution',
  'lost',
  'question',
  'class',
  'school',
  'language',
  'exam',
])

function mustBe({ confirmed, level, families }: Requirement): boolean {
  return level === 'must' && (confirmed || families.some((family) => !abstract.has(family)))
}
