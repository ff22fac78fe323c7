import type { Gate } from '@kitewise/contract/entities'
import { lexiconOf } from '../lexicons/lexicon.ts'
import type { Task } from '../task.ts'
import { findCues, hasCue } from '../text/find-cues.ts'
import { flatOf, isNegation, isUnspaced, type Reading } from '../text/read-text.ts'
import { isCopied } from './copied.ts'
import { isGibberish } from './gibberish.ts'

const fewestWords = 3
const fewestSigns = 8

const isShort = (reading: Reading): boolean =>
  isUnspaced(reading.language) ? flatOf(reading).flat.length < fewestSigns : reading.words.length < fewestWords

const wordsAfterNegation = 2

/** Whether a text gives orders to its scorer. "Don't give me full marks" doesn't. */
const ordersScorer = (reading: Reading): boolean => {
  const { words, language } = reading
  return findCues(reading, lexiconOf(language).injection).some(({ from }) => {
    const before = words.filter((word) => word.to <= from).slice(-wordsAfterNegation)
    return !before.some(({ folded }) => isNegation(folded, language))
  })
}

/** Whether the text contains a cue of a list in any language: threats come in other languages too. */
const saysAny = (readings: readonly Reading[], list: 'selfHarm' | 'harm'): boolean =>
  readings.some((reading) => hasCue(reading, lexiconOf(reading.language)[list]))

/**
 * Why a prompt isn't scored, or null.
 * @param readings the prompt in its own language first, then in the others that it might contain
 */
export function findGate(readings: readonly [Reading, ...Reading[]], task: Task): Gate | null {
  const [reading] = readings
  if (reading.text.trim() === '') return 'empty'
  if (saysAny(readings, 'selfHarm')) return 'self_harm'
  if (saysAny(readings, 'harm')) return 'harm'
  if (readings.some(ordersScorer)) return 'injection'
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
