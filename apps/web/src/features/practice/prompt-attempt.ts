import type { EvaluatedPoint, Evaluation, Mark } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/practice'

/** An evaluated prompt. Spans and marks are ranges of `prompt`, whatever is typed afterwards. */
export type Judged = {
  prompt: string
  evaluation: Evaluation
  /** The points that the learner has marked or withdrawn so far; one per point. */
  marks: readonly Mark[]
  /** Points whose guess the learner has declined. */
  denied: readonly string[]
  /** The evaluation before this one in this visit; null for the first. */
  before: Evaluation | null
}

export type Failure = 'offline' | 'tooMany' | 'failed'

type Phase =
  /** `adding`: the point that the learner wants to add to the prompt. */
  | { name: 'writing'; adding: string | null }
  | { name: 'evaluating' }
  | { name: 'judged' }
  /** The learner picks the words that express `point`. */
  | { name: 'marking'; point: string }

/** One visit to a prompt task. */
export type PromptAttempt = {
  phase: Phase
  text: string
  /** The last evaluated prompt; null before the first. */
  judged: Judged | null
  /** The point whose mark is being evaluated. */
  checking: string | null
  /** Why the last evaluation failed. Nothing was scored, and nothing is recorded. */
  failure: Failure | null
}

export type PromptEvent =
  | { type: 'typed'; text: string }
  | { type: 'submitted' }
  | { type: 'judged'; prompt: string; marks: readonly Mark[]; evaluation: Evaluation }
  | { type: 'failed'; failure: Failure }
  | { type: 'retried'; adding: string | null }
  | { type: 'markingOpened'; point: string }
  | { type: 'markingClosed' }
  | { type: 'marked'; point: string }
  | { type: 'denied'; point: string }

const writing: Phase = { name: 'writing', adding: null }

export function startAttempt(text: string): PromptAttempt {
  return {
    phase: writing,
    text,
    judged: null,
    checking: null,
    failure: null,
  }
}

/** Blank prompts aren't sent (docs/product.md R64). */
export function canSubmit({ phase, text }: PromptAttempt): boolean {
  return phase.name !== 'evaluating' && text.trim() !== ''
}

export function hasPassed({ judged }: PromptAttempt): boolean {
  return judged !== null && passes(judged.evaluation)
}

export function passes({ gate, score }: Evaluation): boolean {
  return gate === null && isPassingScore(score)
}

/** In place of a model's name: the checklist has run on this device, and the server's result follows and decides. */
export const onDevice = 'on-device'

export function isProvisional({ by, model }: Evaluation): boolean {
  return by === 'checklist' && model === onDevice
}

/** Whether the prompt says the point, as found or as shown by the learner. */
export function isSaid({ state }: EvaluatedPoint): boolean {
  return state === 'found' || state === 'shown'
}

/** The points that this evaluation has and the one before had not. Empty for the first one. */
export function wonPoints({ before, evaluation }: Judged): EvaluatedPoint[] {
  if (before === null) return []
  const had = new Set(before.points.filter(isSaid).map(({ id }) => id))
  return evaluation.points.filter((point) => isSaid(point) && !had.has(point.id))
}

/** Marks move with their words, or are dropped without them. Withdrawals apply to the old text only. */
export function carryMarks(marks: readonly Mark[], before: string, after: string): readonly Mark[] {
  if (before === after) return marks
  return marks.flatMap(({ point, from, to }) => {
    const words = before.slice(from, to)
    const place = after.startsWith(words, from) ? from : after.indexOf(words)
    return words === '' || place < 0 ? [] : [{ point, from: place, to: place + words.length }]
  })
}

/** The marks plus one more, which replaces an earlier one of the same point. */
export function addMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return [...marks.filter(({ point }) => point !== mark.point), mark]
}

/** After a mark was evaluated: words that count close the panel, otherwise others can be picked. */
const phaseAfter = ({ phase }: PromptAttempt, { points }: Evaluation): Phase => {
  if (phase.name !== 'marking') return { name: 'judged' }
  const point = points.find(({ id }) => id === phase.point)
  return point && !isSaid(point) ? phase : { name: 'judged' }
}

export function nextAttempt(attempt: PromptAttempt, event: PromptEvent): PromptAttempt {
  const { phase } = attempt
  switch (event.type) {
    case 'typed':
      return phase.name === 'evaluating' ? attempt : { ...attempt, text: event.text }
    case 'submitted':
      return canSubmit(attempt) ? { ...attempt, phase: { name: 'evaluating' }, failure: null } : attempt
    case 'judged':
      return { ...attempt, ...judgedBy(attempt, event), checking: null, failure: null }
    case 'failed': {
      const isBack = phase.name === 'evaluating'
      return { ...attempt, phase: isBack ? writing : phase, checking: null, failure: event.failure }
    }
    case 'retried':
      return { ...attempt, phase: { name: 'writing', adding: event.adding }, checking: null, failure: null }
    default:
      return attempt.judged ? { ...attempt, ...nextMarking(attempt, attempt.judged, event) } : attempt
  }
}

const judgedBy = (
  attempt: PromptAttempt,
  { prompt, marks, evaluation }: Extract<PromptEvent, { type: 'judged' }>,
): Pick<PromptAttempt, 'phase' | 'judged'> => {
  const denied = attempt.judged?.prompt === prompt ? attempt.judged.denied : []
  const before = attempt.judged?.evaluation ?? null
  const judged = { prompt, marks: [...earlierMarks(evaluation, marks), ...marks], evaluation, denied, before }
  return { phase: phaseAfter(attempt, evaluation), judged }
}

/** The server's marks from an earlier visit. All marks are sent together, so the next request must include these. */
const earlierMarks = ({ points }: Evaluation, marks: readonly Mark[]): Mark[] =>
  points.flatMap(({ id, state, spans: [span] }) =>
    state === 'shown' && span && !marks.some(({ point }) => point === id)
      ? [{ point: id, from: span[0], to: span[1] }]
      : [],
  )

const nextMarking = (
  { phase }: PromptAttempt,
  judged: Judged,
  event: Extract<PromptEvent, { point: string } | { type: 'markingClosed' }>,
): Partial<PromptAttempt> => {
  switch (event.type) {
    case 'markingOpened':
      return { phase: { name: 'marking', point: event.point }, failure: null }
    case 'markingClosed':
      return phase.name === 'marking' ? { phase: { name: 'judged' }, failure: null } : {}
    case 'marked':
      return { checking: event.point, failure: null }
    case 'denied':
      return { judged: { ...judged, denied: [...judged.denied, event.point] } }
    default:
      return event satisfies never
  }
}
