import { requestConcepts, type Concept } from '../concepts.ts'
import type { Criterion, RubricWithWords } from '../rubric.ts'
import { taskText, type TaskWords } from '../task-words.ts'
import { lexiconLanguage, type LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { findLimit } from '../feedback/find-limit.ts'
import { findMatches, matchesAny } from '../text/find-matches.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import { askCriterion, expandAsk } from './ask-criterion.ts'
import { factsIn, type DerivedFact } from './facts.ts'
import { hideCriterion } from './hide-criterion.ts'
import { detailCriterion } from './detail-criterion.ts'
import { readDescription, type Description, type ListedAsk } from './read-description.ts'
import { clausesOf, findRequirements, listsElements, type Requirement } from './requirements.ts'
import { escapeExpression, needsValue, stemExpression } from './stem-expression.ts'
import { taskPhrases } from './task-phrases.ts'
import { weighFacts } from './weigh-facts.ts'

const requests: Concept[] = [...requestConcepts, 'role', 'allowed']

/** A criterion with its words. A prompt in another language than the task is held only to what is `portable`. */
type Part = { criterion: Criterion; hint: string; add?: string | undefined; facts: DerivedFact[]; portable: boolean }

/** In a picture prompt one shows the symbol and the mood; one does not name them. */
const pictureTask =
  /image generator|picture generator|generador de im[aá]genes|g[eé]n[eé]rateur d.images|gerador de imagens|g[oö]rsel|зображен|이미지 생성|그림 생성|画像生成/iu

/** The task's own limit ("at most 80 words") is what a completed prompt should say. */
function limitInTask(concepts: readonly Concept[], description: string, language: LexiconLanguage) {
  const limit = (['length', 'budget'] as const).find((concept) => concepts.includes(concept))
  return limit && (findLimit(description, readText(description, language), limit) ?? undefined)
}

const hasNoSpaces: ReadonlySet<LexiconLanguage> = new Set<LexiconLanguage>(['ja', 'ko'])
const lettersInTerm = 6

/** A sum of money says a price; where the task's own limit is a time ("one minute at most"), a time says the length. */
function alsoSaidBy(concepts: readonly Concept[], source: string, description: string, language: LexiconLanguage) {
  const also: Concept[] = []
  if (concepts.length === 0 && taskPhrases[language].price.test(source)) also.push('budget')
  if (concepts.includes('length') && isTimeLimit(readText(description, language))) also.push('time')
  return also
}

function isTimeLimit(description: ReadText): boolean {
  const { length, time } = description.lexicon.concepts
  const limits = findMatches(description, [...length.needs, ...length.cues]).map(({ text }) => text)
  return limits.some((limit) => matchesAny(readText(limit, description.language), time.cues))
}

function requirementPart(
  { concepts, stems, confirmed, source }: Requirement,
  index: number,
  description: string,
  language: LexiconLanguage,
): Part {
  const isValue = concepts.some((concept) => needsValue.has(concept))
  const literal = isValue ? [] : stems.map((stem) => stemExpression(stem, language))
  const whole =
    !isValue && hasNoSpaces.has(language) && source.length <= lettersInTerm ? [escapeExpression(source)] : []
  const itemWeight = pictureTask.test(description) ? 1 : 2
  const criterion: Criterion = {
    id: concepts[0] ?? `item-${index + 1}`,
    level: concepts.length > 0 && confirmed ? 'must' : 'should',
    weight: concepts.length > 0 ? 2 : itemWeight,
    cues: [...concepts, ...alsoSaidBy(concepts, source, description, language)],
    re: [...literal, ...whole],
  }
  const add = limitInTask(concepts, description, language)
  return { criterion, hint: source, add, facts: [], portable: concepts.length > 0 }
}

/** A part of the tip that no concept covers is looked for only when the description uses the same word. */
function isUsable({ concepts, stems, confirmed }: Requirement): boolean {
  return concepts.length > 0 || (stems.length > 0 && confirmed)
}

/** What a point of the list wants hidden is to be absent. */
function hiddenPart(ask: ListedAsk, index: number, given: string, language: LexiconLanguage): Part | null {
  if (!taskPhrases[language].hide.test(ask.source)) return null
  const criterion = hideCriterion(`hidden-${index + 1}`, factsIn(given, readText(given, language)))
  return criterion && { criterion, hint: ask.source, facts: [], portable: true }
}

function partsFromList(read: Description, description: string, language: LexiconLanguage): Part[] {
  const { listed, told, asked, shown } = read
  const given = [told, asked, shown].join('\n')
  return listed
    .flatMap((ask) => expandAsk(ask, language))
    .map((ask, index) => {
      const hidden = hiddenPart(ask, index, given, language)
      if (hidden) return hidden
      const { criterion, facts, portable } = askCriterion(ask, index, language)
      return {
        criterion,
        hint: ask.source,
        add: limitInTask(criterion.cues ?? [], description, language),
        facts,
        portable,
      }
    })
}

function partsFromWords(
  task: TaskWords,
  { asked }: Description,
  description: string,
  language: LexiconLanguage,
): Part[] {
  const tip = task.tip && listsElements(task.tip, language) ? task.tip : ''
  return findRequirements(tip, { description, asked }, language)
    .filter(isUsable)
    .map((requirement, index) => requirementPart(requirement, index, description, language))
}

const otherScripts: ReadonlySet<string> = new Set(['ja', 'ko', 'ua'])

/** Numbers are the same everywhere; names are where both languages have one script. */
function isPortable(facts: readonly DerivedFact[], from: LexiconLanguage, to: LexiconLanguage): boolean {
  const sameScript = !otherScripts.has(from) && !otherScripts.has(to)
  return facts.some(({ kind }) => kind === 'number' || sameScript)
}

function uniqueIds(parts: Part[]): Part[] {
  return parts.map((part, index) => {
    const before = parts.slice(0, index).filter((other) => other.criterion.id === part.criterion.id).length
    return before === 0 ? part : { ...part, criterion: { ...part.criterion, id: `${part.criterion.id}-${before + 1}` } }
  })
}

const fewestPoints = 2

/**
 * A rubric for a task that has none, out of its own words: something must be asked for; what its list of points, or its tip and
 * its asking sentences, name is required; so are the givens to pass on. What only its own words can show is wanted, not required.
 * For a prompt in another language than the task, only what can be told in any language is looked for.
 */
export function deriveRubric(task: TaskWords, expected: string, promptLanguage?: LexiconLanguage): RubricWithWords {
  const language = detectLanguage(taskText(task), lexiconLanguage(expected))
  const description = task.fullDescription || task.description
  const read = readDescription(description, language)
  const hasList = read.listed.length >= fewestPoints
  const asks = hasList ? partsFromList(read, description, language) : partsFromWords(task, read, description, language)
  const clauses = [...clausesOf(task.tip ?? ''), ...clausesOf(read.asked)]
  const hides = asks.some(({ criterion }) => criterion.id.startsWith('hidden-'))
  const { weighed, told } = hides
    ? { weighed: [], told: [] }
    : weighFacts(hasList ? read : { ...read, listed: [] }, clauses, language)
  const facts = weighed.map(({ criterion, facts: given, source }): Part => ({
    criterion,
    hint: source,
    add: `${source}.`,
    facts: given,
    portable: isPortable(given, language, promptLanguage ?? language),
  }))
  const request: Criterion = { id: 'task', level: 'should', weight: 1, cues: requests }
  const all: Part[] = [{ criterion: request, hint: '', facts: [], portable: true }, ...asks, ...facts]
  const isForeign = promptLanguage !== undefined && promptLanguage !== language
  const kept = isForeign ? all.filter(({ portable }) => portable) : all
  const detail = isForeign && kept.length < all.length ? [detailCriterion(all.length, promptLanguage)] : []
  const parts = uniqueIds([...kept, ...detail.map((criterion) => ({ criterion, hint: '', facts: [], portable: true }))])
  return {
    minUnits: 12,
    answerKind: 'prompt',
    criteria: parts.map(({ criterion }) => criterion),
    words: {
      criteria: Object.fromEntries(parts.map(({ criterion, hint, add }) => [criterion.id, { hint, add }])),
      facts: Object.fromEntries([...parts.flatMap((part) => part.facts), ...told].map(({ id, forms }) => [id, forms])),
    },
  }
}
