import { lexiconOf } from '../lexicons/lexicon.ts'
import type { Point, Task, TaskTexts } from '../task.ts'
import { findCues, type Range } from '../text/find-cues.ts'
import type { Reading } from '../text/read-text.ts'

/** A place of the prompt that has to do with a point. */
export type Match = Range & {
  /** `partial`: it may say it, which is a question to the learner. `wrong`: it says another value. */
  state: 'found' | 'partial' | 'wrong'
  /** The words that say it, where others lie between them. */
  words?: readonly Range[]
  /** Of a wrong value: what the task says, and which range is to be replaced by which text. */
  expected?: string
  replace?: Range & { text: string }
}

/** How to find one sort of point in a prompt. */
export type Kind = {
  /** The checklist knows every form of a closed kind, so a marked word must be one of them. */
  isClosed: boolean
  find: (reading: Reading, point: Point, task: Task) => Match[]
  /** How many separate finds the point needs; one where absent. */
  needed?: (point: Point, task: Task) => number
  /** Whether words that the learner marked can say it although `find` does not know them. Open kinds always can. */
  mayMean?: (marked: Reading, point: Point, task: Task) => boolean
  /** The task's value in words of a language. */
  show?: (point: Point, language: Reading['language']) => string
  /** The entry of the kind in the texts; its name where absent. */
  textKey?: (point: Point) => string
  /** What is missing or wrong in the parameters of a point, for authors; null when nothing is. */
  check?: (point: Point, texts: TaskTexts) => string | null
}

/** The texts of a task in the language of a prompt; null where there are none. */
export const textsIn = (task: Task, language: Reading['language']): TaskTexts | null =>
  language === task.language ? task.texts : (task.elsewhere[language] ?? null)

const clauseEnd = /[,;:.!?…。、！？；\n()]/u

/** A range with up to `most` words after it, to the end of the clause: what is avoided, and not only that something is. */
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

/** The cues of a key of the lexicon, as matches. @param following how many words after a cue belong to it */
export const matchCues = (reading: Reading, key: string, following = 0): Match[] => {
  const list = lexiconOf(reading.language).cues[key]
  if (list === undefined) return []
  const match = (cues: readonly string[], state: Match['state']): Match[] =>
    findCues(reading, cues).map((range) => ({ ...withFollowing(reading, range, following), state }))
  return [...match(list.full, 'found'), ...match(list.partial ?? [], 'partial')]
}

/** An open kind that is nothing but cues. @param following how many words after a cue belong to it */
export const cueKind = (key: string, following = 0): Kind => ({
  isClosed: false,
  find: (reading) => matchCues(reading, key, following),
})

/** The parameter `of` as a list. */
export const listOf = ({ of = '' }: Pick<Point, 'of'>): string[] =>
  of
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
