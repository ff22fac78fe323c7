import type { Gate } from '@kitewise/contract/entities'
import { type Language, lexiconOf } from '../lexicons/lexicon.ts'
import { remember } from '../remember.ts'
import type { Task } from '../task.ts'
import { findCues, hasCue } from '../text/find-cues.ts'
import { flatOf, isNegation, isUnspaced, type Reading, readText } from '../text/read-text.ts'
import { readTask } from '../text/task-words.ts'
import { isGibberish } from './gibberish.ts'

const fewestWords = 3
const fewestSigns = 8

const isShort = (reading: Reading): boolean =>
  isUnspaced(reading.language) ? flatOf(reading).flat.length < fewestSigns : reading.words.length < fewestWords

const wordsAfterNegation = 2

/** What the author wrote about a task in its language. */
const authorText = remember(({ texts: { full, model, points } }: Task): string =>
  [full, model, ...Object.values(points).flatMap(({ hint, add, phrases = [] }) => [hint, add, ...phrases.flat()])].join(
    '\n',
  ),
)

/**
 * The cues of a list that a text contains. What the author says too is the task's subject, not an attack: in a lesson
 * about tricked assistants, a good prompt may say "ignore instructions on the page".
 */
const foreignCues = (reading: Reading, list: 'harm' | 'injection', task: Task): readonly string[] => {
  const { language } = reading
  const cues = lexiconOf(language)[list]
  if (!hasCue(reading, cues)) return []
  const own = readText(authorText(task), language)
  return cues.filter((cue) => hasCue(reading, [cue]) && !hasCue(own, [cue]))
}

/** Whether a text gives orders to its scorer. "Don't give me full marks" doesn't. */
const ordersScorer = (reading: Reading, task: Task): boolean => {
  const { words, language } = reading
  return findCues(reading, foreignCues(reading, 'injection', task)).some(({ from }) => {
    const before = words.filter((word) => word.to <= from).slice(-wordsAfterNegation)
    return !before.some(({ folded }) => isNegation(folded, language))
  })
}

/**
 * Why a prompt isn't scored, or null.
 * @param readings the prompt in its own language first, then in the others that it might contain
 */
export function findGate(readings: readonly [Reading, ...Reading[]], task: Task): Gate | null {
  const [reading] = readings
  if (reading.text.trim() === '') return 'empty'
  // In any language that the text might contain: threats come in other languages too.
  if (readings.some((own) => hasCue(own, lexiconOf(own.language).selfHarm))) return 'self_harm'
  if (readings.some((own) => foreignCues(own, 'harm', task).length > 0)) return 'harm'
  if (readings.some((own) => ordersScorer(own, task))) return 'injection'
  if (isGibberish(reading, task)) return 'gibberish'
  if (isShort(reading)) return 'short'
  if (isCopied(reading, task)) return 'copy'
  return isFinishedText(reading) ? 'not_a_prompt' : null
}

const fewestWordsOfLetter = 15

const asksForSomething = (reading: Reading): boolean =>
  Object.entries(lexiconOf(reading.language).cues).some(
    ([key, { full }]) => key.startsWith('request.') && hasCue(reading, full),
  )

/** Whether a text is a letter instead of a request for one: it greets a person and asks for nothing. */
function isFinishedText(reading: Reading): boolean {
  const { words, language } = reading
  if (words.length < fewestWordsOfLetter) return false
  const greetsPerson = findCues(reading, lexiconOf(language).greetings).some(({ from }) => from === words[0]?.from)
  return greetsPerson && !asksForSomething(reading)
}

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
function isCopied(reading: Reading, task: Task): boolean {
  if (reading.language !== task.language) return false
  const length = runLength(reading.language)
  const parts = partsOf(reading)
  const known = taskRuns(readTask(task))
  const copied = parts.map(() => false)
  for (const [at, run] of runsIn(parts, length).entries()) if (known.has(run)) copied.fill(true, at, at + length)
  return copied.filter(Boolean).length > parts.length * mostCopied
}
