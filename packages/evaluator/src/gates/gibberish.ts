import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { findCues } from '../text/find-cues.ts'
import { quantitiesOf } from '../text/quantities.ts'
import { isContentWord, isUnspaced, stopwordsOf, type Reading } from '../text/read-text.ts'
import { isSameWord } from '../text/same-word.ts'
import { taskWords } from '../text/task-words.ts'
import type { Task } from '../task.ts'

const fewestKnown = 0.15
const longestRepeat = 0.35
const enoughWords = 8

const allCues = remember((language: Language): readonly string[] =>
  Object.values(lexiconOf(language).cues).flatMap(({ full, partial = [] }) => [...full, ...partial]),
)

const isKnownAnywhere = (reading: Reading, task: Task): number => {
  const { words, language } = reading
  const stop = stopwordsOf(language)
  const ofTask = [...taskWords(task)]
  const said = [...findCues(reading, allCues(language)), ...quantitiesOf(reading)]
  return words.filter(
    ({ folded, from, to }) =>
      stop.has(folded) ||
      said.some((range) => range.from <= from && range.to >= to) ||
      (folded.length > 3 && ofTask.some((word) => isSameWord(folded, word))),
  ).length
}

/** A row of letters that no word has: hardly any vowel, or the same signs again and again. */
const isMash = (folded: string): boolean =>
  (/^[a-z]{5,}$/.test(folded) && !/[aeiouy]/.test(folded)) || /(.{1,3})\1{2,}/u.test(folded)

/** Whether a text is no language: keys at random, the same word again and again, or hardly a word that anybody uses in a prompt. */
export const isGibberish = (reading: Reading, task: Task): boolean => {
  const { words, text, language } = reading
  if (words.length === 0) return true
  if (isUnspaced(language)) return new Set(text).size * 3 < text.length && quantitiesOf(reading).length === 0
  const content = words.filter(({ folded }) => isContentWord(folded, language))
  const different = new Set(words.map(({ folded }) => folded)).size
  if (words.length >= enoughWords && different < words.length * longestRepeat) return true
  if (content.length > 0 && content.filter(({ folded }) => isMash(folded)).length * 2 > content.length) return true
  return isKnownAnywhere(reading, task) < Math.max(1, words.length * fewestKnown)
}
