import type { Mark } from '@kitewise/contract/entities'
import { findPoint, type PointVerdict } from './find-points.ts'
import { kindOf, type KindName } from './kinds/catalog.ts'
import { textsIn, withFollowing } from './kinds/kind.ts'
import type { Point, Task } from './task.ts'
import { isSameWord } from './text/same-word.ts'
import type { Range } from './text/find-cues.ts'
import { isContentWord, isMeaningful, readPhrase, readText, type Reading } from './text/read-text.ts'
import { quantitiesOf } from './text/quantities.ts'
import { isOfTask } from './text/task-words.ts'

const mostWords = 12
/** What no word of the author touches must be a phrase: a single word could be about anything. */
const wordsOfPhrase = 3
/** From so many other points with the same mark on, it counts for none of them. */
const mostShared = 2
/** So many words in a row as the task has them are the task's; fewer are how anybody would say it. */
const wordsOfTask = 5
/** The share of the must points that a learner may show in an exam. */
const examShare = 0.5
/** Pasted text is marked by its first words. */
const longKinds: ReadonlySet<KindName> = new Set(['own_words', 'example'])

/** Why marked words do not count; `other` is the kind that they do say. */
export type Refusal =
  | { why: 'wholeText' | 'tooLong' | 'noContent' | 'ownWords' | 'notKind' | 'exam' }
  | { why: 'used'; point: string }
  | { why: 'wrongKind'; other: Point }

export type MarkedVerdict = PointVerdict & { refusal?: Refusal }

const overlaps = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to

/** The marked words as a text of their own. */
const cutOut = ({ text, language }: Reading, { from, to }: Range): Reading => readText(text.slice(from, to), language)

type Judging = { reading: Reading; task: Task; verdicts: readonly PointVerdict[]; marks: readonly Mark[] }

/** Kinds whose cues are about the learner's world; those about the assistant's work share their words with many points. */
const worldly: readonly KindName[] = ['place', 'people', 'tone', 'avoid', 'money', 'time', 'date', 'age', 'language']

const wordsAfterCue = 2

/** Whether marked words share a word with what the author says about a point. */
const sharesWord = (marked: Reading, point: Point, task: Task): boolean => {
  const {
    name = '',
    hint = '',
    add = '',
    answer = '',
    phrases = [],
  } = textsIn(task, marked.language)?.points[point.id] ?? {}
  const own = readPhrase([name, hint, add, answer, ...phrases.flat()].join('\n'), marked.language)
  return own.words.some(
    ({ folded }) =>
      isContentWord(folded, marked.language) && marked.words.some((word) => isSameWord(word.folded, folded)),
  )
}

/** Whether marked words have something of the wanted kind: one of its cues, or a word of the author. */
const hasOwnTrace = (marked: Reading, point: Point, task: Task): boolean =>
  kindOf(point.kind).find(marked, point, task).length > 0 || sharesWord(marked, point, task)

/** A kind that every content word of a mark belongs to, while they say nothing of the wanted kind: "in Porto" is no company. */
const saysOther = (marked: Reading, point: Point, task: Task): Point | null => {
  const content = marked.words.filter(({ folded }) => isContentWord(folded, marked.language))
  const others = [
    ...task.points.filter(({ id }) => id !== point.id),
    ...worldly.map((kind): Point => ({ id: kind, kind, level: 'should' })),
  ]
  const isAll = (other: Point): boolean => {
    if (other.kind === point.kind || other.kind === 'withhold' || other.kind === 'own_words') return false
    const matches = kindOf(other.kind)
      .find(marked, other, task)
      .filter(({ state }) => state === 'found' || point.kind !== 'idea')
      .map((match) => (point.kind === 'idea' ? match : withFollowing(marked, match, wordsAfterCue)))
    return content.every((word) => matches.some((match) => overlaps(word, match)))
  }
  return others.find(isAll) ?? null
}

/** Kinds about how the assistant works: few words say them, and a mark needs one of these at least. */
const work: ReadonlySet<KindName> = new Set([
  'keep',
  'steps',
  'ask_first',
  'no_invention',
  'missing_rule',
  'sources',
  'doubt',
  'check_plan',
  'role',
])

/** A typed value such as a weekday or an amount cannot say an open point, except who or what it counts. */
const isMereValue = (marked: Reading): boolean => {
  const content = marked.words.filter(({ folded }) => isContentWord(folded, marked.language))
  return (
    quantitiesOf(marked).length > 0 &&
    content.every((word) => quantitiesOf(marked).some((range) => overlaps(word, range)))
  )
}

const refuseOpen = (marked: Reading, point: Point, { task }: Judging): Refusal | null => {
  if (hasOwnTrace(marked, point, task)) return null
  const content = marked.words.filter(({ folded }) => isMeaningful(folded, marked.language))
  const isVague = point.kind === 'idea' && content.length < wordsOfPhrase && textsIn(task, marked.language) !== null
  if (isMereValue(marked) || work.has(point.kind) || isVague) return { why: 'notKind' }
  const other = saysOther(marked, point, task)
  return other ? { why: 'wrongKind', other } : null
}

/** Why a mark cannot be right, or null. Words of the learner's own, of the wanted kind, that say nothing else yet. */
const refuse = (range: Range, point: Point, judging: Judging): Refusal | null => {
  const { reading, task, verdicts } = judging
  const inside = reading.words.filter((word) => overlaps(word, range))
  const content = inside.filter(({ folded }) => isMeaningful(folded, reading.language))
  const kind = kindOf(point.kind)
  if (content.length === 0) return { why: 'noContent' }
  if (inside.length === reading.words.length && reading.words.length > 1) return { why: 'wholeText' }
  if (inside.length > mostWords && !longKinds.has(point.kind)) return { why: 'tooLong' }
  const marked = cutOut(reading, range)
  const saysIt = findPoint(marked, point, task).state === 'found'
  if (!saysIt && inside.length >= wordsOfTask && isOfTask(marked, task)) return { why: 'ownWords' }
  const user = verdicts.find(
    (verdict) =>
      verdict.point.id !== point.id &&
      (verdict.state === 'shown' || (verdict.state === 'found' && kindOf(verdict.point.kind).isClosed)) &&
      content.every((word) => verdict.spans.some((span) => overlaps(word, span))),
  )
  if (user && !saysIt) return { why: 'used', point: user.point.id }
  if (saysIt) return null
  if (kind.isClosed) return kind.mayMean?.(marked, point, task) === true ? null : { why: 'notKind' }
  return refuseOpen(marked, point, judging)
}

/** The same words for point after point prove none. */
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
 * The verdicts with what the learner showed. An empty range takes a found point back. A mark counts when it can be right; in an exam
 * at most half of the must points may be shown.
 */
export const applyMarks = (
  reading: Reading,
  task: Task,
  verdicts: readonly PointVerdict[],
  marks: readonly Mark[],
): MarkedVerdict[] => {
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
