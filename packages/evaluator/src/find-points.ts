import type { PointState } from '@kitewise/contract/entities'
import { kindOf } from './kinds/catalog.ts'
import type { Match } from './kinds/kind.ts'
import type { Point, Task } from './task.ts'
import { overlaps, type Range } from './text/find-cues.ts'
import type { Reading } from './text/read-text.ts'

/** What is known about one point of a prompt. */
export type PointVerdict = {
  point: Point
  state: PointState
  /** Where the prompt expresses it; for a missing point, where it might. */
  spans: Range[]
  /** For a wrong value: the task's value, and a replacement for each range that repeats the wrong value. */
  expected?: string
  replace?: readonly (Range & { text: string })[]
}

const mostSpans = 4

/** Removes ranges inside others, and sorts by position. */
const outermost = (ranges: readonly Range[]): Range[] => {
  const sorted = [...ranges].sort((one, other) => one.from - other.from || other.to - one.to)
  const kept: Range[] = []
  for (const { from, to } of sorted)
    if (!kept.some((range) => range.to >= to && range.from <= from)) kept.push({ from, to })
  return kept
}

/** How many separate places express a point: overlapping places count once. */
const countPlaces = (ranges: readonly Range[]): number => {
  let places = 0
  let end = -1
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from || one.to - other.to)) {
    if (from >= end) places += 1
    end = Math.max(end, to)
  }
  return places
}

const isState = (state: Match['state']) => (match: Match) => match.state === state

/**
 * What a prompt says about one point, according to the checklist.
 * @param taken values that aren't wrong values of this point
 */
export function findPoint(reading: Reading, point: Point, task: Task, taken: readonly Range[] = []): PointVerdict {
  const kind = kindOf(point.kind)
  const matches = kind.find(reading, point, task)
  const found = matches.filter(isState('found'))
  const wrong = matches
    .filter(isState('wrong'))
    .filter((match) => !taken.some((range) => overlaps(match.replace ?? match, range)))
  const [firstWrong] = wrong
  const needed = kind.needed?.(point, task) ?? 1
  if (found.length > 0 && (needed === 1 || enough(found, needed))) {
    const spans = outermost(found).filter(({ from, to }) => to > from)
    return { point, state: 'found', spans: spans.slice(0, Math.max(mostSpans, needed)) }
  }
  if (firstWrong) {
    const { from, to, expected } = firstWrong
    const said = ({ from, to }: Range) => reading.text.slice(from, to).toLowerCase()
    const repeated = wrong.filter((match) => expected === undefined || said(match) === said(firstWrong))
    const replace = repeated.flatMap((match) => match.replace ?? [])
    return { point, state: 'wrong', spans: [{ from, to }], ...(expected === undefined ? {} : { expected }), replace }
  }
  const partial = matches.filter(isState('partial'))
  const guesses = needed === 1 ? partial : []
  return { point, state: 'missing', spans: outermost(guesses).slice(0, 1) }
}

/** Phrases can share words, things can't: the smaller of the number of places and of finds. */
const enough = (found: readonly Match[], needed: number): boolean =>
  Math.min(found.length, Math.max(countPlaces(found), outermost(found).length)) >= needed

/**
 * What a prompt says about a task's points. A value that expresses one point isn't a wrong value of another: "keep two
 * evenings free" when the task has twelve.
 */
export function findPoints(reading: Reading, task: Task): PointVerdict[] {
  const verdicts = task.points.map((point) => findPoint(reading, point, task))
  if (!verdicts.some(({ state }) => state === 'wrong')) return verdicts
  const taken: Range[] = verdicts
    .filter(({ state, point }) => state === 'found' && (kindOf(point.kind).isClosed || point.kind === 'idea'))
    .flatMap(({ point }) => kindOf(point.kind).find(reading, point, task).filter(isState('found')))
    .flatMap((match) => match.words ?? [match])
  return verdicts.map((verdict) => {
    if (verdict.state !== 'wrong') return verdict
    const left = findPoint(reading, verdict.point, task, taken)
    if (left.state === 'wrong') taken.push(...left.spans)
    return left
  })
}
