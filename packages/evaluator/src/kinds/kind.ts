import { lexiconOf } from '../lexicons/lexicon.ts'
import type { Point, Task, TaskTexts } from '../task.ts'
import { findCues, type Range } from '../text/find-cues.ts'
import type { Reading } from '../text/read-text.ts'

/** A place in the prompt that relates to a point. */
export type Match = Range & {
  /** `partial`: it might express the point, so the learner is asked. `wrong`: it states another value. */
  state: 'found' | 'partial' | 'wrong'
  /** The words that express it, if there are others between them. */
  words?: readonly Range[]
  /** For a wrong value: the task's value, and which range to replace with which text. */
  expected?: string
  replace?: Range & { text: string }
}

/** How to find one kind of point in a prompt. */
export type Kind = {
  /** The checklist knows every form of a closed kind, so marked words must be one of them. */
  isClosed: boolean
  find: (reading: Reading, point: Point, task: Task) => Match[]
  /** How many separate finds the point needs; default one. */
  needed?: (point: Point, task: Task) => number
  /** Whether marked words can express it although `find` doesn't know them. Always true for open kinds. */
  mayMean?: (marked: Reading, point: Point, task: Task) => boolean
  /** The task's value in words of a language. */
  show?: (point: Point, language: Reading['language']) => string
  /** The key of the kind in the texts; default its name. */
  textKey?: (point: Point) => string
  /** For authors: what is missing or wrong in a point's parameters; null if nothing. */
  check?: (point: Point, texts: TaskTexts) => string | null
}

/** A task's texts in the language of a prompt; null if there are none. */
export function textsIn(task: Task, language: Reading['language']): TaskTexts | null {
  return language === task.language ? task.texts : (task.elsewhere[language] ?? null)
}

const clauseEnd = /[,;:.!?…。、！？；\n()]/u

/** Extends a range by up to `most` words, within the clause: what to avoid, and not only that something is avoided. */
const withFollowing = ({ text, words }: Reading, range: Range, most: number): Range => {
  let { to } = range
  let taken = 0
  for (const word of words) {
    if (word.from < range.to) continue
    if (taken === most || clauseEnd.test(text.slice(to, word.from))) break
    to = word.to
    taken += 1
  }
  return { from: range.from, to }
}

/** The matches of a lexicon key's cues. @param following how many words after a cue belong to it */
export function matchCues(reading: Reading, key: string, following = 0): Match[] {
  const list = lexiconOf(reading.language).cues[key]
  if (list === undefined) return []
  const match = (cues: readonly string[], state: Match['state']): Match[] =>
    findCues(reading, cues).map((range) => ({ ...withFollowing(reading, range, following), state }))
  return [...match(list.full, 'found'), ...match(list.partial ?? [], 'partial')]
}

/** An open kind defined by cues alone. @param following how many words after a cue belong to it */
export function cueKind(key: string, following = 0): Kind {
  return {
    isClosed: false,
    find: (reading) => matchCues(reading, key, following),
  }
}

export function listOf({ of = '' }: Pick<Point, 'of'>): string[] {
  return of
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
