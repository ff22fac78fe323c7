import { answerKinds, criterionLevels, type Criterion, type Rubric, type RubricWords } from './rubric.ts'
import { concepts } from './concepts.ts'

const longestExpression = 200
const manyTimesInMany = /[+*}]\)?[+*{]|\([^)]*[+*][^)]*\)[+*{]/

function expressionFault(source: string): string | null {
  if (source.length > longestExpression) return `is longer than ${longestExpression} characters`
  if (manyTimesInMany.test(source)) return 'repeats a repetition, which can take forever'
  try {
    return new RegExp(source, 'iu') && null
  } catch {
    return 'is not a valid regular expression'
  }
}

function criterionFaults(criterion: Criterion, facts: readonly string[]): string[] {
  const at = `criterion ${criterion.id}`
  const faults: string[] = []
  if (!criterionLevels.includes(criterion.level)) faults.push(`${at}: level must be must or should`)
  if (!(criterion.weight >= 1 && criterion.weight <= 5)) faults.push(`${at}: weight must be 1 to 5`)
  if (!criterion.cues?.length && !criterion.re?.length && !criterion.of?.length)
    faults.push(`${at}: needs cues, re or of`)
  for (const cue of criterion.cues ?? []) if (!concepts.includes(cue)) faults.push(`${at}: unknown cue ${cue}`)
  for (const fact of criterion.of ?? []) if (!facts.includes(fact)) faults.push(`${at}: unknown fact ${fact}`)
  const needed = criterion.needFacts ?? 1
  if (criterion.of && (needed < 1 || needed > criterion.of.length))
    faults.push(`${at}: needFacts must be 1 to ${criterion.of.length}`)
  for (const source of criterion.re ?? []) {
    const fault = expressionFault(source)
    if (fault) faults.push(`${at}: /${source}/ ${fault}`)
  }
  return faults
}

/**
 * Looks for faults in a rubric and, when given, in its words of one language.
 * Returns one sentence per fault, an empty list when all is well.
 */
export function findRubricFaults(rubric: Rubric, words?: RubricWords): string[] {
  const facts = Object.keys(rubric.facts ?? {})
  const ids = rubric.criteria.map((criterion) => criterion.id)
  const faults = rubric.criteria.flatMap((criterion) => criterionFaults(criterion, facts))
  if (new Set(ids).size !== ids.length) faults.push('criteria: two have the same id')
  if (ids.length === 0) faults.push('criteria: none')
  if (rubric.answerKind && !answerKinds.includes(rubric.answerKind))
    faults.push(`answerKind must be one of ${answerKinds.join(', ')}`)
  for (const concept of [...(rubric.forbid ?? []), ...(rubric.allow ?? [])])
    if (!concepts.includes(concept)) faults.push(`forbid or allow: unknown concept ${concept}`)
  return words ? [...faults, ...wordFaults(rubric, words)] : faults
}

function wordFaults(rubric: Rubric, words: RubricWords): string[] {
  const ids = rubric.criteria.map((criterion) => criterion.id)
  const faults = ids.filter((id) => !words.criteria[id]?.hint).map((id) => `words: criterion ${id} has no hint`)
  for (const [id, own] of Object.entries(words.criteria)) {
    if (!ids.includes(id)) faults.push(`words: there is no criterion ${id}`)
    for (const source of own.re ?? []) {
      const fault = expressionFault(source)
      if (fault) faults.push(`words: criterion ${id}: /${source}/ ${fault}`)
    }
  }
  for (const [id, fact] of Object.entries(rubric.facts ?? {}))
    if (!(words.facts?.[id] ?? fact.forms)?.length) faults.push(`words: fact ${id} has no forms`)
  return faults
}
