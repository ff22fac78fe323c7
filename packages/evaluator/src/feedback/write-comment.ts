import type { RubricWithWords } from '../rubric.ts'
import { passMark, type Score } from '../score.ts'
import type { Finding } from '../meet-criterion.ts'
import { measureUnits } from '../text/measure-units.ts'
import { foldText } from '../text/fold-text.ts'
import { fill, type CommentTexts } from './comment-texts.ts'
import { findOriginal } from '../text/find-original.ts'

/** What a comment is about. `gate` is the key of its own sentence: a gate, `empty` or `forbidden`. */
export type CommentInput = {
  texts: CommentTexts
  rubric: RubricWithWords
  findings: readonly Finding[]
  original: string
  score: Score
  gate: keyof CommentTexts['gates'] | null
  unsure: boolean
  cut: boolean
}

/** Comments stay under this many words, so that they are read. */
export const longestComment = 45
const longestEvidence = 60

function evidenceOf({ rubric, findings, original }: CommentInput): string | null {
  const byWeight = rubric.criteria
    .map((criterion, index) => ({ criterion, finding: findings[index] }))
    .filter(({ finding }) => finding?.met === 1)
    .sort((left, right) => right.criterion.weight - left.criterion.weight)
  for (const { finding } of byWeight)
    for (const place of finding?.found ?? []) {
      const words = findOriginal(original, place)
      if (words !== null && words.length >= 3 && words.length <= longestEvidence) return words
    }
  return null
}

/** The first words, when nothing that was found can be pointed to in the learner's spelling. */
function beginning(original: string): string {
  return original.slice(0, longestEvidence).replace(/\s+\S*$/u, '')
}

function hintsOf({ rubric, findings }: CommentInput): string[] {
  const open = rubric.criteria.filter((_, index) => (findings[index]?.met ?? 0) < 1)
  const order = { must: 0, should: 1 }
  return open
    .sort((left, right) => order[left.level] - order[right.level] || right.weight - left.weight)
    .map((criterion) => rubric.words.criteria[criterion.id]?.hint ?? '')
    .filter((hint) => hint !== '')
    .map((hint) => hint.replace(/[.。]$/u, ''))
}

function sentences(input: CommentInput, hints: string[]): string[] {
  const { texts, findings, score } = input
  const evidence = evidenceOf(input)
  const values = {
    evidence: evidence ?? '',
    met: findings.filter((finding) => finding.met === 1).length,
    total: findings.length,
    missing: hints.join(' · '),
  }
  const tail = [...(input.unsure && score <= passMark ? [texts.unsure] : []), ...(input.cut ? [texts.cut] : [])]
  if (score > passMark) {
    const shown = { ...values, evidence: evidence ?? beginning(input.original) }
    const praise = fill(hints.length === 0 ? texts.passAll : texts.passMost, shown)
    return [praise, ...(hints.length > 0 ? [fill(texts.better, values)] : []), ...tail]
  }
  const found = evidence === null ? texts.foundNothing : fill(texts.found, values)
  return [found, ...(hints.length > 0 ? [fill(texts.missing, values)] : []), ...tail]
}

/**
 * Says in at most 45 words what the checklist found and what it did not: one thing found, in the learner's own words, and the one or
 * two most important things missing. It claims no understanding and names no points.
 */
export function writeComment(input: CommentInput): string {
  if (input.gate) return [input.texts.gates[input.gate], ...(input.cut ? [input.texts.cut] : [])].join(' ')
  const hints = hintsOf(input)
  for (const count of [2, 1, 0]) {
    const comment = sentences(input, hints.slice(0, count)).join(' ')
    if (measureUnits(foldText(comment), 'en') <= longestComment || count === 0) return comment
  }
  return input.texts.foundNothing
}
