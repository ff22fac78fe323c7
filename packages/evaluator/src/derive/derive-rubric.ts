import { requestConcepts, type Concept } from '../concepts.ts'
import type { Criterion, RubricWithWords } from '../rubric.ts'
import { taskText, type TaskWords } from '../task-words.ts'
import { lexiconLanguage, type LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { readText } from '../text/read-text.ts'
import { askCriterion, expandAsk } from './ask-criterion.ts'
import { alsoIn, factsIn, type DerivedFact } from './facts.ts'
import { hideCriterion } from './hide-criterion.ts'
import { detailCriterion } from './detail-criterion.ts'
import { readDescription, type Description, type ListedAsk } from './read-description.ts'
import { clausesOf } from './read-clause.ts'
import { findRequirements, listsElements, type Requirement } from './requirements.ts'
import { limitInTask, requirementPart, type Part } from './requirement-part.ts'
import { taskPhrases } from './task-phrases.ts'
import { weighFacts } from './weigh-facts.ts'

const requests: Concept[] = [...requestConcepts, 'role', 'allowed']

/** A part of the tip that no concept covers is looked for only when the description uses the same word. */
function isUsable({ concepts, stems, families, confirmed }: Requirement): boolean {
  return concepts.length > 0 || families.length > 0 || (stems.length > 0 && confirmed)
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

type Languages = { language: LexiconLanguage; promptLanguage: LexiconLanguage }

function partsFromWords(task: TaskWords, read: Description, description: string, languages: Languages): Part[] {
  const { language, promptLanguage } = languages
  const tip = task.tip && listsElements(task.tip, language) ? task.tip : ''
  const story = [read.told, read.asked].join('\n')
  const given = factsIn(story, readText(story, language))
  const whole = readText(description, language)
  return findRequirements(tip, { title: task.title, description, asked: read.asked, told: read.told }, language)
    .filter(isUsable)
    .map((requirement, index) => requirementPart(requirement, index, { description: whole, promptLanguage, given }))
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
  const asks = hasList
    ? partsFromList(read, description, language)
    : partsFromWords(task, read, description, { language, promptLanguage: promptLanguage ?? language })
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
      facts: Object.fromEntries(
        [...parts.flatMap((part) => part.facts), ...told]
          .map((fact) => (isForeign ? alsoIn(fact, promptLanguage) : fact))
          .map(({ id, forms }) => [id, forms]),
      ),
    },
  }
}
