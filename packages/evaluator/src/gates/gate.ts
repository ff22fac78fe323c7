import type { Gate } from '@kitewise/contract/entities'
import { lexiconOf } from '../lexicons/lexicon.ts'
import { remember } from '../remember.ts'
import type { Task } from '../task.ts'
import { findCues, hasCue } from '../text/find-cues.ts'
import { flatOf, isNegation, isUnspaced, type Reading, readText } from '../text/read-text.ts'
import { isCopied } from './copied.ts'
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
