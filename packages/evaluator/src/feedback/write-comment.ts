import type { RubricWithWords } from '../rubric.ts'
import { passMark, type Score } from '../score.ts'
import type { Finding } from '../meet-criterion.ts'
import { measureUnits } from '../text/measure-units.ts'
import { foldText } from '../text/fold-text.ts'
import { fill, type CommentTexts } from './comment-texts.ts'
import { joinSentences } from './join-sentences.ts'
import { pickEvidence } from './pick-evidence.ts'

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
/** Characters of evidence; the second is tried when a comment is too long. */
const evidenceLengths = [60, 30]
const mostHints = 2

/** The first words, when nothing that was found can be pointed to in the learner's spelling. */
function beginning(original: string, longest: number): string {
  return original.slice(0, longest).replace(/\s+\S*$/u, '')
}

/** Must-haves alone while one is open, what is missing before what is thin, heavy before light. */
function hintsOf({ rubric, findings }: CommentInput): string[] {
  const metOf = new Map(findings.map(({ id, met }) => [id, met]))
  const open = rubric.criteria
    .map(({ id, level, weight }) => ({ id, level, weight, met: metOf.get(id) ?? 0 }))
    .filter(({ id, met }) => met < 1 && rubric.words.criteria[id]?.hint)
  const musts = open.filter(({ level }) => level === 'must')
  return (musts.length > 0 ? musts : open)
    .sort((left, right) => left.met - right.met || right.weight - left.weight)
    .map(({ id }) => rubric.words.criteria[id]?.hint.trim() ?? '')
}

const isSentence = (hint: string) => /[.!?。！？]["'”’»」]*$/u.test(hint)

/** Sentences follow one another; parts of a tip, which are none, are kept apart by dots. Without a full stop at the end. */
function joinHints(hints: readonly string[]): string {
  return (hints.every(isSentence) ? joinSentences(hints) : hints.join(' · ')).replace(/[.。]$/u, '')
}

function sentences(input: CommentInput, hints: string[], longest: number): string[] {
  const { texts, rubric, findings, original, score } = input
  const evidence = pickEvidence(rubric, findings, original, longest)
  const values = {
    evidence: evidence ?? beginning(original, longest),
    met: findings.filter((finding) => finding.met === 1).length,
    total: findings.length,
    missing: joinHints(hints),
  }
  const tail = [...(input.unsure && score <= passMark ? [texts.unsure] : []), ...(input.cut ? [texts.cut] : [])]
  const isOpen = hints.length > 0
  if (score > passMark)
    return [
      fill(isOpen ? texts.passMost : texts.passAll, values),
      ...(isOpen ? [fill(texts.better, values)] : []),
      ...tail,
    ]
  const some = values.met > 0 ? texts.foundSome : texts.foundNothing
  return [
    fill(evidence === null ? some : texts.found, values),
    ...(isOpen ? [fill(texts.missing, values)] : []),
    ...tail,
  ]
}

/**
 * Says in at most 45 words what the checklist found and what it did not: one thing found, in the learner's own words, and the one or
 * two most important things missing. It claims no understanding and names no points.
 */
export function writeComment(input: CommentInput): string {
  if (input.gate) return joinSentences([input.texts.gates[input.gate], ...(input.cut ? [input.texts.cut] : [])])
  const hints = hintsOf(input)
  for (const count of [mostHints, 1, 0])
    for (const longest of evidenceLengths) {
      const comment = joinSentences(sentences(input, hints.slice(0, count), longest)).replace(
        /([?!？！…])(?:\.(?=\s|$)|。)/gu,
        '$1',
      )
      if (measureUnits(foldText(comment), 'en') <= longestComment) return comment
    }
  return input.texts.foundNothing
}
