import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { findCues } from '../text/find-cues.ts'
import type { Reading } from '../text/read-text.ts'

/** A request comes within so many words after a greeting, and within so many of the beginning of any sentence. */
const wordsAfterGreeting = 9
const wordsIntoSentence = 6
const fewestWords = 15

const requestCues = remember((language: Language): readonly string[] =>
  Object.entries(lexiconOf(language).cues).flatMap(([key, { full }]) => (key.startsWith('request.') ? full : [])),
)

/** Whether a text is a letter or a message instead of a request for one: it greets a person and then asks no assistant for anything. */
export const isFinishedText = (reading: Reading): boolean => {
  const { words, language } = reading
  const [first] = words
  const greeting = findCues(reading, lexiconOf(language).greetings).find(({ from }) => from === first?.from)
  if (!greeting || words.length < fewestWords) return false
  const places = findCues(reading, requestCues(language)).map(({ from }) =>
    words.findIndex((word) => word.from === from),
  )
  return !places.some((at) => {
    const start = words.findIndex(({ sentence }) => sentence === words[at]?.sentence)
    return at < wordsAfterGreeting || at - start < wordsIntoSentence
  })
}
