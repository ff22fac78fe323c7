import { compilePattern } from './text/compile-pattern.ts'
import { answerKinds, criterionLevels, type Criterion, type Rubric, type RubricWords } from './rubric.ts'
import { conceptOf, concepts } from './concepts.ts'

const longestExpression = 500
/** A repetition of what repeats: `(a+)+`; a handful of times is fine. `\p{L}*` is one letter many times. */
const manyTimesInMany = /[+*}]\)?[+*{]|\([^)]*[+*][^)]*\)(?:[+*]|\{\d*,(?!\d\}))/

function expressionFault(source: string): string | null {
  if (source.length > longestExpression) return `is longer than ${longestExpression} characters`
  if (manyTimesInMany.test(source.replace(/\\p\{\w+\}/g, 'w'))) return 'repeats a repetition, which can take forever'
  try {
    return new RegExp(source, 'iu').test('') ? 'matches the empty text' : null
  } catch {
    return 'is not a valid regular expression'
  }
}

function expressionFaults(at: string, sources: readonly string[] | undefined): string[] {
  return (sources ?? []).flatMap((source) => {
    const fault = expressionFault(source)
    return fault ? [`${at}: /${source}/ ${fault}`] : []
  })
}

/** What is wrong with a pattern of the lexicons' language, or null. */
export function findPatternFault(pattern: string): string | null {
  if (pattern.startsWith('=')) return conceptOf(pattern) ? null : `unknown concept ${pattern.slice(1)}`
  if (pattern.length > longestExpression) return `/${pattern}/ is longer than ${longestExpression} characters`
  try {
    const { expression } = compilePattern(pattern, String.raw`\d+`, true)
    return new RegExp(expression.source, 'u').test('') ? `/${pattern}/ matches the empty text` : null
  } catch {
    return `/${pattern}/ is not a valid pattern`
  }
}

function unknown(at: string, kind: string, names: readonly string[] | undefined, known: readonly string[]): string[] {
  return (names ?? []).filter((name) => !known.includes(name)).map((name) => `${at}: unknown ${kind} ${name}`)
}

function criterionFaults(criterion: Criterion, facts: readonly string[]): string[] {
  const at = `criterion ${criterion.id}`
  const needed = criterion.needFacts ?? 1
  const rules: [boolean, string][] = [
    [criterionLevels.includes(criterion.level), 'level must be must or should'],
    [criterion.weight >= 1 && criterion.weight <= 5, 'weight must be 1 to 5'],
    [Boolean(criterion.cues?.length || criterion.re?.length || criterion.of?.length), 'needs cues, re or of'],
    [!criterion.of || (needed >= 1 && needed <= criterion.of.length), `needFacts must be 1 to ${criterion.of?.length}`],
  ]
  return [
    ...rules.filter(([holds]) => !holds).map(([, fault]) => `${at}: ${fault}`),
    ...unknown(at, 'cue', criterion.cues, concepts),
    ...unknown(at, 'fact', criterion.of, facts),
    ...unknown(at, 'fact', criterion.given, facts),
    ...expressionFaults(at, criterion.re),
  ]
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
  faults.push(
    ...unknown('forbid', 'concept', rubric.forbid, concepts),
    ...unknown('hide', 'fact', rubric.hide, facts),
    ...unknown('allow', 'concept', rubric.allow, concepts),
  )
  return words ? [...faults, ...wordFaults(rubric, words)] : faults
}

function wordFaults(rubric: Rubric, words: RubricWords): string[] {
  const ids = rubric.criteria.map((criterion) => criterion.id)
  const faults = ids.filter((id) => !words.criteria[id]?.hint).map((id) => `words: criterion ${id} has no hint`)
  for (const [id, own] of Object.entries(words.criteria)) {
    if (!ids.includes(id)) faults.push(`words: there is no criterion ${id}`)
    faults.push(...expressionFaults(`words: criterion ${id}`, own.re))
  }
  for (const [id, fact] of Object.entries(rubric.facts ?? {}))
    if (!(words.facts?.[id] ?? fact.forms)?.length) faults.push(`words: fact ${id} has no forms`)
  return faults
}
