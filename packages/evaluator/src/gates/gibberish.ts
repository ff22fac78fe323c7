import { lexiconOf } from '../lexicons/lexicon.ts'
import { findCues, overlaps, type Range } from '../text/find-cues.ts'
import { quantitiesOf } from '../text/quantities.ts'
import { isContentWord, isUnspaced, stopwordsOf, type Reading, type Word } from '../text/read-text.ts'
import { isSameWord } from '../text/same-word.ts'
import { taskWords } from '../text/task-words.ts'
import type { Task } from '../task.ts'

const fewestKnown = 0.15
const longestRepeat = 0.35
const enoughWords = 8

const saidCues = (reading: Reading): Range[] =>
  Object.values(lexiconOf(reading.language).cues).flatMap(({ full, partial = [] }) => [
    ...findCues(reading, full),
    ...findCues(reading, partial),
  ])

/** Whether enough words of a text are common in prompts. Stopwords come first: most texts have enough of them. */
const hasKnownWords = (reading: Reading, task: Task): boolean => {
  const { words, language } = reading
  const needed = Math.max(1, words.length * fewestKnown)
  const stop = stopwordsOf(language)
  const rest = words.filter(({ folded }) => !stop.has(folded))
  const known = words.length - rest.length
  if (known >= needed) return true
  const said = [...saidCues(reading), ...quantitiesOf(reading)]
  const ofTask = [...taskWords(task)]
  const isKnown = (word: Word): boolean =>
    said.some((range) => overlaps(word, range)) ||
    (word.folded.length > 3 && ofTask.some((other) => isSameWord(word.folded, other)))
  return known + rest.filter(isKnown).length >= needed
}

/** A run of letters that no word has: hardly any vowels, or the same characters again and again. */
const isMash = (folded: string): boolean =>
  (/^[a-z]{5,}$/.test(folded) && !/[aeiouy]/.test(folded)) || /(.{1,3})\1{2,}/u.test(folded)

/** Whether a text isn't language: random keys, one word repeated, or hardly any word that people use in prompts. */
export function isGibberish(reading: Reading, task: Task): boolean {
  const { words, text, language } = reading
  if (words.length === 0) return true
  if (isUnspaced(language)) return new Set(text).size * 3 < text.length && quantitiesOf(reading).length === 0
  const content = words.filter(({ folded }) => isContentWord(folded, language))
  const different = new Set(words.map(({ folded }) => folded)).size
  if (words.length >= enoughWords && different < words.length * longestRepeat) return true
  if (content.length > 0 && content.filter(({ folded }) => isMash(folded)).length * 2 > content.length) return true
  return !hasKnownWords(reading, task)
}
