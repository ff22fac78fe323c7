import { requestConcepts, type Concept } from '../concepts.ts'
import type { Criterion, RubricWithWords } from '../rubric.ts'
import { taskText, type TaskWords } from '../task-words.ts'
import { lexiconLanguage, type LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { findLimit } from '../feedback/find-limit.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import { findFacts, type DerivedFact } from './facts.ts'
import { findRequirements, type Requirement } from './requirements.ts'

const requests: Concept[] = [...requestConcepts, 'role', 'allowed']
/** Naming these is not doing them: "length" sets no length. */
const needsValue: ReadonlySet<Concept> = new Set<Concept>([
  'length',
  'budget',
  'tone',
  'reader',
  'no_invention',
  'age',
  'place',
  'shape',
  'purpose',
  'reason',
  'ignore_instructions',
])

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function requirementCriterion(
  requirement: Requirement,
  index: number,
  language: LexiconLanguage,
  itemWeight: number,
): Criterion {
  const literal = requirement.concepts.some((concept) => needsValue.has(concept)) ? [] : requirement.stems
  const ending = language === 'ja' || language === 'ko' ? '' : String.raw`\p{L}*`
  const boundary = language === 'ja' ? '' : String.raw`(?<![\p{L}\p{N}])`
  return {
    id: requirement.concepts[0] ?? `item-${index + 1}`,
    level: requirement.concepts.length > 0 && requirement.confirmed ? 'must' : 'should',
    weight: requirement.concepts.length > 0 ? 2 : itemWeight,
    cues: requirement.concepts,
    re: literal.map((stem) => `${boundary}${escaped(stem)}${ending}`),
  }
}

function factCriterion(fact: DerivedFact): Criterion {
  return { id: fact.id, level: 'must', weight: 1, of: [fact.id], needFacts: 1 }
}

function uniqueIds(criteria: Criterion[]): Criterion[] {
  return criteria.map((criterion, index) => {
    const before = criteria.slice(0, index).filter((other) => other.id === criterion.id).length
    return before === 0 ? criterion : { ...criterion, id: `${criterion.id}-${before + 1}` }
  })
}

/** The task's own limit ("at most 80 words") is what a completed prompt should say. */
function limitInTask({ concepts }: Requirement, text: ReadText, description: string): string | undefined {
  const limit = (['length', 'budget'] as const).find((concept) => concepts.includes(concept))
  return limit && (findLimit(description, text, limit) ?? undefined)
}

/** A part of the tip that no concept covers is looked for only when the description uses the same word. */
function isUsable({ concepts, stems, confirmed }: Requirement): boolean {
  return concepts.length > 0 || (stems.length > 0 && confirmed)
}

/** In a picture prompt one shows the symbol and the mood; one does not name them. */
const pictureTask =
  /image generator|picture generator|generador de im[aá]genes|g[eé]n[eé]rateur d.images|gerador de imagens|g[oö]rsel|зображен|이미지 생성|그림 생성|画像生成/iu

/**
 * A rubric for a task that has none, out of its own words: something must be asked for; every concept that the task names
 * is required; so are its numbers, dates and names. Parts of the tip that no concept covers are wanted, not required.
 */
export function deriveRubric(task: TaskWords, expected: string): RubricWithWords {
  const language = detectLanguage(taskText(task), lexiconLanguage(expected))
  const description = task.fullDescription || task.description
  const text = readText(description, language)
  const itemWeight = pictureTask.test(description) ? 1 : 2
  const facts = findFacts(description, text)
  const requirements = findRequirements(task, language).filter(isUsable)
  const criteria = uniqueIds([
    { id: 'task', level: 'should', weight: 1, cues: requests },
    ...requirements.map((requirement, index) => requirementCriterion(requirement, index, language, itemWeight)),
    ...facts.map(factCriterion),
  ])
  const words = [
    { hint: '' },
    ...requirements.map((requirement) => ({
      hint: requirement.source,
      add: limitInTask(requirement, text, description),
    })),
    ...facts.map((fact) => ({ hint: fact.source, add: `${fact.source}.` })),
  ]
  return {
    minUnits: 12,
    answerKind: 'prompt',
    criteria,
    words: {
      criteria: Object.fromEntries(criteria.map((criterion, index) => [criterion.id, words[index] ?? { hint: '' }])),
      facts: Object.fromEntries(facts.map((fact) => [fact.id, fact.forms])),
    },
  }
}
