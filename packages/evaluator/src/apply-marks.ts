import type { Mark } from '@kitewise/contract/entities'
import { findPoint, type PointVerdict } from './find-points.ts'
import { kindOf, type KindName } from './kinds/catalog.ts'
import { textsIn } from './kinds/kind.ts'
import type { Point, Task } from './task.ts'
import { isSameWord } from './text/same-word.ts'
import { overlaps, type Range } from './text/find-cues.ts'
import { isContentWord, isMeaningful, readPhrase, readText, type Reading, type Word } from './text/read-text.ts'
import { taskWords } from './text/task-words.ts'

const mostWords = 12
/** A mark used for this many other points counts for none of them. */
const mostShared = 2
/** The share of must points that a learner can mark in an exam. */
const examShare = 0.5
/** Pasted text is marked by its first words. */
const longKinds: ReadonlySet<KindName> = new Set(['own_words', 'example'])

/** Why marked words don't count; `other` is the kind that they express instead. */
export type Refusal =
  | { why: 'wholeText' | 'tooLong' | 'noContent' | 'ownWords' | 'notKind' | 'exam' }
  | { why: 'used'; point: string }
  | { why: 'wrongKind'; other: Point }

export type MarkedVerdict = PointVerdict & { refusal?: Refusal }

const cutOut = ({ text, language }: Reading, { from, to }: Range): Reading => readText(text.slice(from, to), language)

type Judging = { reading: Reading; task: Task; verdicts: readonly PointVerdict[]; marks: readonly Mark[] }

/** Kinds about the learner's world: words for these say nothing about how the assistant should work. */
const worldly: readonly KindName[] = ['place', 'people', 'tone', 'avoid', 'money', 'time', 'date', 'age', 'language']

const contentOf = ({ words, language }: Reading): readonly Word[] =>
  words.filter(({ folded }) => isContentWord(folded, language))

/** Whether marked words contain a cue of the wanted point's kind, or a word from the author's texts for it. */
const hasTrace = (marked: Reading, point: Point, task: Task): boolean => {
  // Any request can be the requested one.
  const wanted = point.kind === 'request' ? { ...point, of: 'any' } : point
  if (kindOf(point.kind).find(marked, wanted, task).length > 0) return true
  const texts = textsIn(task, marked.language)?.points[point.id]
  if (texts === undefined) return false
  const { name, hint, add, answer, phrases = [] } = texts
  const own = contentOf(readPhrase([name, hint, add, answer, ...phrases.flat()].join('\n'), marked.language))
  return marked.words.some((word) => own.some(({ folded }) => isSameWord(word.folded, folded)))
}

/** Whether marked words are about a topic that the task itself names, and no other topic. */
const isOnlyOfTask = (marked: Reading, task: Task): boolean => {
  if (marked.language !== task.language) return false
  const known = [...taskWords(task)]
  const content = contentOf(marked)
  return content.length > 0 && content.every(({ folded }) => known.some((word) => isSameWord(folded, word)))
}

/** The kind of the learner's world that every content word of a mark belongs to: "in Porto" isn't company. */
const saysOther = (marked: Reading, { kind }: Point, task: Task): Point | null => {
  const others = worldly
    .filter((other) => other !== kind)
    .map((other): Point => ({ id: other, kind: other, level: 'should' }))
  const isAll = (other: Point): boolean => {
    const matches = kindOf(other.kind).find(marked, other, task)
    return contentOf(marked).every((word) => matches.some((match) => overlaps(word, match)))
  }
  return others.find(isAll) ?? null
}

/** Unknown words can be right, unless the task uses them for something else or they express another kind. */
const refuseOpen = (marked: Reading, point: Point, { task }: Judging): Refusal | null => {
  if (hasTrace(marked, point, task)) return null
  if (isOnlyOfTask(marked, task)) return { why: 'ownWords' }
  // Task-specific points can be about anything.
  const other = point.kind === 'idea' ? null : saysOther(marked, point, task)
  return other && { why: 'wrongKind', other }
}

/** Why a mark can't be right, or null. It needs own words of the wanted kind that prove no other point yet. */
const refuse = (range: Range, point: Point, judging: Judging): Refusal | null => {
  const { reading, task, verdicts } = judging
  const inside = reading.words.filter((word) => overlaps(word, range))
  const kind = kindOf(point.kind)
  if (inside.length === reading.words.length && reading.words.length > 1) return { why: 'wholeText' }
  if (inside.length > mostWords && !longKinds.has(point.kind)) return { why: 'tooLong' }
  const marked = cutOut(reading, range)
  // "Make" has no topic, and is a request.
  const isAsking = point.kind === 'request' && hasTrace(marked, point, task)
  const content = inside.filter(({ folded }) => isAsking || isMeaningful(folded, reading.language))
  if (content.length === 0) return { why: 'noContent' }
  if (findPoint(marked, point, task).state === 'found') return null
  const user = verdicts.find(
    (verdict) =>
      verdict.point.id !== point.id &&
      (verdict.state === 'shown' || (verdict.state === 'found' && kindOf(verdict.point.kind).isClosed)) &&
      content.every((word) => verdict.spans.some((span) => overlaps(word, span))),
  )
  if (user) return { why: 'used', point: user.point.id }
  if (kind.isClosed) return kind.mayMean?.(marked, point, task) === true ? null : { why: 'notKind' }
  return refuseOpen(marked, point, judging)
}

/** The same words for one point after another prove none. */
const refuseCommon = (range: Range, point: Point, { marks, verdicts }: Judging): Refusal | null => {
  const others = marks.filter((mark) => mark.point !== point.id && mark.from === range.from && mark.to === range.to)
  const other = verdicts.find((verdict) => verdict.point.id === others[0]?.point)
  return other && others.length >= mostShared ? { why: 'used', point: other.point.id } : null
}

const isReal = ({ text }: Reading, { from, to }: Range): boolean => from < to && to <= text.length

/** Applies one mark to its point. */
const applyMark = (verdict: PointVerdict, marks: readonly Mark[], judging: Judging): MarkedVerdict => {
  const { point } = verdict
  const ranges = marks.map(({ from, to }) => ({ from, to }))
  if (ranges.some(({ from, to }) => from === to)) return { point, state: 'missing', spans: [] }
  if (verdict.state === 'found') return verdict
  const shown = ranges.filter((range) => isReal(judging.reading, range))
  if (shown.length === 0) return verdict
  const refusals = shown.map((range) => refuse(range, point, judging) ?? refuseCommon(range, point, judging))
  const accepted = shown.filter((_, index) => refusals[index] === null)
  const refusal = refusals.find((found) => found !== null) ?? { why: 'noContent' }
  return accepted.length > 0 ? { point, state: 'shown', spans: accepted } : { ...verdict, refusal }
}

/**
 * Returns the verdicts with the learner's marks applied. An empty range withdraws a found point. A mark counts if it
 * can be right; in an exam, marks can prove at most half of the must points.
 */
export function applyMarks(
  reading: Reading,
  task: Task,
  verdicts: readonly PointVerdict[],
  marks: readonly Mark[],
): MarkedVerdict[] {
  const musts = task.points.filter(({ level }) => level === 'must').length
  let left = task.isExam ? Math.floor(musts * examShare) : Infinity
  const done: MarkedVerdict[] = [...verdicts]
  for (const [index, verdict] of verdicts.entries()) {
    const own = marks.filter(({ point }) => point === verdict.point.id)
    if (own.length === 0) continue
    const applied = applyMark(verdict, own, { reading, task, verdicts: done, marks })
    const uses = applied.state === 'shown' && verdict.point.level === 'must'
    if (uses && left <= 0) done[index] = { ...verdict, refusal: { why: 'exam' } }
    else {
      done[index] = applied
      if (uses) left -= 1
    }
  }
  return done
}
