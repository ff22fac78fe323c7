import type { Gate } from '@kitewise/contract/entities'
import type { MarkedVerdict } from './apply-marks.ts'
import type { Language } from './lexicons/lexicon.ts'
import type { Score } from './score.ts'
import { additionFor } from './suggest-prompt.ts'
import type { Point, Task } from './task.ts'
import { fill, pickVariant, textsOf } from './texts.ts'

export type CommentInput = {
  task: Task
  verdicts: readonly MarkedVerdict[]
  score: Score
  gate: Gate | null
  prompt: string
  /** The learner's language. */
  language: Language
  /** Whether only the beginning of the prompt was read. */
  isCut: boolean
}

const isThere = ({ state }: MarkedVerdict): boolean => state === 'found' || state === 'shown'

/** A wrong point's value as a sentence: "You wrote 3 pm; the task says 1 pm." */
export function wrongValue(
  { expected, spans }: MarkedVerdict,
  prompt: string,
  template: string,
  withheld: string,
): string {
  const said = spans.map(({ from, to }) => prompt.slice(from, to)).join(', ')
  return expected === undefined ? fill(withheld, { said }) : fill(template, { said, task: expected })
}

/** Points of these kinds are task-specific: only the author can say what to add. */
const ofOneTask: ReadonlySet<Point['kind']> = new Set(['idea', 'fact', 'withhold', 'own_words', 'example'])

/** The hint for a missing point in the learner's language: the author's, or the kind's without a translation. */
export function hintFor(point: Point, task: Task, language: Language): string {
  return task.language === language || ofOneTask.has(point.kind)
    ? (task.texts.points[point.id]?.hint ?? '')
    : additionFor(point, task, language)
}

/** One specific strength and, if a point is missing, one next step, in the learner's language. */
export function writeComment({ task, verdicts, score, gate, prompt, language, isCut }: CommentInput): string {
  const { comment, notes } = textsOf(language)
  const pick = (key: string): string => pickVariant(comment[key], prompt)
  if (gate !== null) return pick(gate)
  const sentences: string[] = []
  // A should point says more about this learner than the request, which everyone has.
  const strengths = verdicts.filter((verdict) => isThere(verdict) && verdict.spans.length > 0)
  const strength = [...strengths].reverse().find(({ point }) => point.kind !== 'request') ?? strengths[0]
  const name = strength && task.texts.points[strength.point.id]?.name
  if (score === 5) sentences.push(pick('full'))
  else if (name) sentences.push(fill(pick('strength'), { point: name }))
  else sentences.push(pick('start'))
  const wrong = verdicts.find(({ state }) => state === 'wrong')
  const missing =
    verdicts.find(({ state, point }) => state === 'missing' && point.level === 'must') ??
    verdicts.find(({ state }) => state === 'missing')
  if (wrong) sentences.push(wrongValue(wrong, prompt, pick('wrong'), notes['withheld'] ?? ''))
  else if (missing) sentences.push(fill(pick('next'), { hint: hintFor(missing.point, task, language) }))
  if (isCut) sentences.push(pick('cut'))
  return sentences.join(language === 'ja' ? '' : ' ')
}
