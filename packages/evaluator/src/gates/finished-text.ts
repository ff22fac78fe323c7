import { lexiconOf } from '../lexicons/lexicon.ts'
import { findCues } from '../text/find-cues.ts'
import type { Reading } from '../text/read-text.ts'

/** Words that a signature has at most after its closing. */
const longestSignature = 6

/** Whether a text is a letter or a message instead of a request for one: it greets a person, signs, and asks for nothing before. */
export const isFinishedText = (reading: Reading): boolean => {
  const { greetings, closings, cues } = lexiconOf(reading.language)
  const { words } = reading
  const [greeting] = findCues(reading, greetings)
  const closing = findCues(reading, closings).at(-1)
  const [first] = words
  if (!greeting || !closing || !first || greeting.from !== first.from) return false
  const signature = words.filter(({ from }) => from >= closing.to)
  if (signature.length > longestSignature) return false
  const requests = Object.entries(cues).flatMap(([key, { full }]) => (key.startsWith('request.') ? full : []))
  return !findCues(reading, requests).some(({ from }) => from < closing.from)
}
