import type { Task, TaskTexts } from '../task.ts'
import { flatOf, isUnspaced, readText, type Reading } from '../text/read-text.ts'
import { shownTexts } from '../text/task-words.ts'

const wordsInRun = 5
const signsInRun = 10
/** A prompt may pass on the facts of the task word for word; more than this is the task itself. */
const mostCopied = 0.7

const partsOf = (reading: Reading): string[] =>
  isUnspaced(reading.language)
    ? Array.from(flatOf(reading).flat.replaceAll(/[\p{P}\p{S}]/gu, ''))
    : reading.words.map(({ folded }) => folded)

const runsOf = new WeakMap<TaskTexts, ReadonlySet<string>>()

const taskRuns = (task: Task, length: number): ReadonlySet<string> => {
  const known = runsOf.get(task.texts)
  if (known !== undefined) return known
  const hints = Object.values(task.texts.points).map(({ hint }) => hint)
  const parts = partsOf(readText([shownTexts(task), ...hints].join('\n'), task.language))
  const made = new Set(parts.slice(length - 1).map((_, at) => parts.slice(at, at + length).join(' ')))
  runsOf.set(task.texts, made)
  return made
}

/** Whether a prompt is the text of its task handed back: most of it stands there in runs of five words, in Japanese of ten signs. */
export const isCopied = (reading: Reading, task: Task): boolean => {
  if (reading.language !== task.language) return false
  const length = isUnspaced(reading.language) ? signsInRun : wordsInRun
  const parts = partsOf(reading)
  const runs = taskRuns(task, length)
  const copied = parts.map(() => false)
  for (let at = 0; at + length <= parts.length; at += 1)
    if (runs.has(parts.slice(at, at + length).join(' '))) copied.fill(true, at, at + length)
  return copied.filter(Boolean).length > parts.length * mostCopied
}
