import { remember } from '../remember.ts'
import type { Language } from '../lexicons/lexicon.ts'
import type { Task } from '../task.ts'
import { flatOf, isUnspaced, type Reading } from '../text/read-text.ts'
import { readTask } from '../text/task-words.ts'

const wordsInRun = 5
const signsInRun = 10
/** A prompt can repeat the task's facts word for word; more than this share is the task itself. */
const mostCopied = 0.7

const partsOf = (reading: Reading): string[] =>
  isUnspaced(reading.language)
    ? Array.from(flatOf(reading).flat.replaceAll(/[\p{P}\p{S}]/gu, ''))
    : reading.words.map(({ folded }) => folded)

const runLength = (language: Language): number => (isUnspaced(language) ? signsInRun : wordsInRun)

const runsIn = (parts: readonly string[], length: number): string[] =>
  parts.slice(length - 1).map((_, at) => parts.slice(at, at + length).join(' '))

const taskRuns = remember(
  (text: Reading): ReadonlySet<string> => new Set(runsIn(partsOf(text), runLength(text.language))),
)

/** Whether a prompt is just the task's text: most of it is there in runs of five words (Japanese: ten characters). */
export function isCopied(reading: Reading, task: Task): boolean {
  if (reading.language !== task.language) return false
  const length = runLength(reading.language)
  const parts = partsOf(reading)
  const known = taskRuns(readTask(task))
  const copied = parts.map(() => false)
  for (const [at, run] of runsIn(parts, length).entries()) if (known.has(run)) copied.fill(true, at, at + length)
  return copied.filter(Boolean).length > parts.length * mostCopied
}
