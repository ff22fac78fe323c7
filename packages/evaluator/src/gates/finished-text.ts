import { lexiconOf } from '../lexicons/lexicon.ts'
import { findCues, hasCue } from '../text/find-cues.ts'
import type { Reading } from '../text/read-text.ts'

const fewestWords = 15

const asksForSomething = (reading: Reading): boolean =>
  Object.entries(lexiconOf(reading.language).cues).some(
    ([key, { full }]) => key.startsWith('request.') && hasCue(reading, full),
  )

/**
 * Whether a text is a letter or a message instead of a request for one: it greets a person and asks an assistant for
 * nothing.
 */
export function isFinishedText(reading: Reading): boolean {
  const { words, language } = reading
  if (words.length < fewestWords) return false
  const greetsPerson = findCues(reading, lexiconOf(language).greetings).some(({ from }) => from === words[0]?.from)
  return greetsPerson && !asksForSomething(reading)
}
